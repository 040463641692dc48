import {type Stream, seedStream} from '#random/stream'

/** A way to make an interval, and data of which the truth is known. `interval`: one interval from data drawn anew, or none. */
export interface CoverageCase {
  /** What decides: a metric or a statistic, with how many values. */
  readonly of: string
  readonly data: string
  readonly n: number
  readonly truth: number
  /** So few values of such data mostly hold nothing of what makes them wrong: no interval can know. It is told, and counts as no fault. */
  readonly isBeyond?: boolean
  interval(stream: Stream): {readonly low: number | null; readonly high: number | null} | null | undefined
}

/** Of all repetitions: those with an interval that holds the truth, with one that does not, and without any. */
export interface Coverage {
  readonly held: number
  readonly missed: number
  readonly open: number
}

/** A wrong interval in more repetitions than this is one that holds less than it says, but for the chance in so many repetitions. */
export const MOST_MISSED = 0.07

export function coverageOf({of, data, n, truth, interval}: CoverageCase, repetitions: number): Coverage {
  const stream = seedStream(`assay/1|coverage|${of}|${data}|${n}`)
  let [held, missed] = [0, 0]
  for (let at = 0; at < repetitions; at++) {
    const {low, high} = interval(stream) ?? {low: null, high: null}
    if (low === null || high === null) continue
    if (low <= truth && truth <= high) held++
    else missed++
  }
  return {held, missed, open: repetitions - held - missed}
}

/** Two standard errors of a share as small as the one that is allowed. */
export function slackOf(repetitions: number): number {
  return 2 * Math.sqrt((MOST_MISSED * (1 - MOST_MISSED)) / repetitions)
}
