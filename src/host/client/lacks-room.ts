const NO_ROOM = /no space left on device|disk quota exceeded/i
/** What the service at the other end says, as git tells it. */
const OF_SERVICE = /\bremote\b/i

/** Whether git says that the disk on our side has no room: no fault of the service that was asked. */
export const lacksRoom = (output: string): boolean =>
  output.split('\n').some((line) => NO_ROOM.test(line) && !OF_SERVICE.test(line))
