import type {Block, BlockPacing} from '../model/block.ts'
import {type CallFacts, responseNs} from '../model/call.ts'
import {Histogram} from '../model/histogram.ts'
import {fallsBehind} from './falls-behind.ts'

/** A queue of which more lies before the calls than in them is this machine's, which could not make so many. */
const OWN_SHARE = 0.5

/** How well an open loop kept its schedule, over its blocks. */
export class PaceLog {
  /** How late calls began that no other call held back: the precision of the load generator itself. */
  readonly late = new Histogram()
  /** How late each finished call began, for whatever reason. */
  readonly begunLate = new Histogram()
  #heldBack = 0
  #gaps = 0
  #plannedNs = 0
  #spanNs = 0
  #isBehind = false

  add({pacing, begun, calls}: Block): void {
    if (pacing === undefined) return
    for (const ns of pacing.lateNs) this.late.add(ns)
    for (const {startNs, intendedNs} of calls) this.begunLate.add(Math.max(0, startNs - intendedNs))
    this.#isBehind ||= fallsBehind(calls) && !isOwnQueue(pacing, calls)
    this.#heldBack += pacing.heldBack
    this.#gaps += Math.max(0, begun - 1)
    this.#plannedNs += pacing.plannedNs
    this.#spanNs += pacing.spanNs
  }

  /** Whether the queue grew all the time in at least one block. */
  get isBehind(): boolean {
    return this.#isBehind
  }

  get heldBack(): number {
    return this.#heldBack
  }

  /** Number of gaps between two successive starts of the same block. */
  get gaps(): number {
    return this.#gaps
  }

  /** Total time between the first and the last start of each block, as planned and as it really was. */
  get spansNs(): {readonly planned: number; readonly real: number} {
    return {planned: this.#plannedNs, real: this.#spanNs}
  }
}

/** Whether calls that no other one held back began so late that this is most of what callers waited. */
function isOwnQueue({lateNs}: BlockPacing, calls: readonly CallFacts[]): boolean {
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
  return sum(lateNs) > OWN_SHARE * sum(calls.map(responseNs))
}
