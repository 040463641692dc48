/** What the talk with the process of a module takes beside the work of the module, in nanoseconds. */
export interface PipeCost {
  readonly fixedNs: number
  readonly nsPerByte: number
}

/** How long a call took outside, in nanoseconds, and how many bytes were said for it. */
export interface Talked {
  readonly outerNs: number
  readonly bytes: number
}

/** An empty call is as quick as any; one that follows work finds its caches cold and its processor asleep, which long lines feel less. */
const ALLOWED = {fixed: 4, byte: 2}

/**
 * How much of the time of a call was the module's own. What its process says of that is believed as far as the talk explains the rest: a clock of the measured
 * one's own can hide no more than a few empty calls.
 */
export function believedNs(toldNs: number, {outerNs, bytes}: Talked, {fixedNs, nsPerByte}: PipeCost): number {
  const mostPipeNs = ALLOWED.fixed * fixedNs + ALLOWED.byte * nsPerByte * bytes
  return Math.round(Math.min(outerNs, Math.max(toldNs, outerNs - mostPipeNs, 0)))
}
