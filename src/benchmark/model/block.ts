import type {CallFacts} from './call.ts'
import type {Stopwatch} from './stopwatch.ts'
import type {WaitUntil} from './wait-until.ts'

/** Number of calls, and the number of the first. After `longestNs` no further call begins. */
export interface BlockSize {
  readonly firstSeq: number
  readonly count: number
  readonly longestNs?: number
}

export interface Pace {
  readonly watch: Stopwatch
  /** Waits until a time, for an open loop; virtual in tests with a virtual clock. */
  readonly wait: WaitUntil
  /** Called now and then between two calls, with the number of the next: the place to report progress. */
  readonly onTurn?: (seq: number) => void
}

/** The finished calls of `begun`, in the order in which they ended. `cutOff` were still running when the signal came: they are no samples. */
export interface Block {
  readonly calls: readonly CallFacts[]
  readonly begun: number
  readonly startNs: number
  readonly endNs: number
  readonly cutOff: number
  /** Of an open loop only: how late calls began that no other call held back, and how many were held back. */
  readonly pacing?: BlockPacing
}

/** `plannedNs` and `spanNs`: time between the first and the last start, as scheduled and as it was. */
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
