import type {CallFacts} from './call.ts'
import type {Stopwatch} from './stopwatch.ts'
import type {WaitUntil} from './wait-until.ts'

/** How many calls, from which number on. After `longestNs` no call begins any more. */
export interface BlockSize {
  readonly firstSeq: number
  readonly count: number
  readonly longestNs?: number
}

export interface Pace {
  readonly watch: Stopwatch
  /** For an open loop; virtual where time is. */
  readonly wait: WaitUntil
  /** Called now and then between two calls, with the number of the next: the place to tell progress. */
  readonly onTurn?: (seq: number) => void
}

/** Calls in the order they ended, of `begun`. `cutOff` were still running when the signal came: they are no samples. */
export interface Block {
  readonly calls: readonly CallFacts[]
  readonly begun: number
  readonly startNs: number
  readonly endNs: number
  readonly cutOff: number
  /** Open loop: how late calls began that no other call held back, and how many were held back. */
  readonly pacing?: BlockPacing
}

/** `plannedNs` and `spanNs`: between the first and the last start, as due and as it was. */
export interface BlockPacing {
  readonly lateNs: readonly number[]
  readonly heldBack: number
  readonly plannedNs: number
  readonly spanNs: number
}

/** A block without calls, for events that arrived between blocks. */
export function emptyBlock(atNs: number): Block {
  return {calls: [], begun: 0, startNs: atNs, endNs: atNs, cutOff: 0}
}
