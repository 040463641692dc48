const ROOM_MS = 600_000
const LEADER_MS = 60_000

/** A validator that is to be stopped, at a moment. `isAlone`: no other one stands still. `askedMs`: since it was asked to step down. */
export interface StopScene {
  readonly hasRoom: boolean
  readonly leads: boolean
  readonly isAlone: boolean
  readonly waitedMs: number
  readonly askedMs: number | undefined
}

/** What to do: stop it, wait, ask it to step down, or leave it, for a reason. */
export type StopAdvice = {readonly act: 'stop' | 'wait' | 'ask'} | {readonly act: 'leave'; readonly why: string}

/** Without room nothing is stopped; a leader that does not step down within a minute is. Beside others that stand still nothing is waited for. */
export function stopAdvice({hasRoom, leads, isAlone, waitedMs, askedMs}: StopScene): StopAdvice {
  if (hasRoom && (!leads || (askedMs !== undefined && askedMs > LEADER_MS))) return {act: 'stop'}
  if (!isAlone || waitedMs > ROOM_MS)
    return {act: 'leave', why: hasRoom ? 'it leads by now' : 'too many validators are away for one more'}
  return {act: hasRoom && askedMs === undefined ? 'ask' : 'wait'}
}
