import type {BenchmarkDrift, BenchmarkMark} from '#contract/generated/types'
import {isDrifting} from '../clock/drift.ts'
import type {RowReadings} from './row-facts.ts'

const TICKS = 50
const HARNESSES = 20
/** Starts that took so much longer than planned mean another rate than the one asked for. */
const LATE = 1.05

/** What a reader must know before trusting a row. Source of the two limits: a median must stand clear of what measures it. */
export function marksOf(
  {item, load, repeats, cost, drift}: RowReadings & {readonly drift: readonly BenchmarkDrift[]},
  medianNs: number | undefined,
): BenchmarkMark[] {
  const marks: BenchmarkMark[] = []
  if (medianNs !== undefined && medianNs < TICKS * (cost.timerTickNs ?? 0)) marks.push('timer_limited')
  if (medianNs !== undefined && medianNs < HARNESSES * (cost.harnessNs ?? 0)) marks.push('harness_limited')
  if (item.isElsewhere && isClientLimited(repeats, callersOf(load), medianNs)) marks.push('client_limited')
  if (repeats.length < 2) marks.push('between_run_variance_unknown')
  if (repeats.some(({store}) => store.isSampled)) marks.push('sampled')
  if (repeats.some(({measured}) => !measured.warmUpSettled)) marks.push('not_settled')
  if (isDrifting(drift)) marks.push('drifting')
  if (repeats.some(({pace}) => pace.spansNs.real > LATE * pace.spansNs.planned)) marks.push('rate_not_met')
  if (repeats.some(({measured}) => measured.cutOff > 0)) marks.push('cut_short')
  return marks
}

/** More of the median than this must not be the client's own time. */
const OWN_SHARE = 0.05
/** A loop that is busy all the time makes calls wait without end. */
const MOST_BUSY = 0.99

/** Callers that may all be answered at the same moment; one where calls begin by the clock. */
function callersOf({pacing}: RowReadings['load']): number {
  return pacing.mode === 'closed' ? pacing.concurrency : 1
}

/**
 * Whether what this process does for a call, and what calls wait for it while it is at others, is a good part of the median. One
 * event loop serves all callers: it is busy for `busy` of the time, and who comes waits half of `busy / (1 - busy)` services (M/D/1).
 * Callers of a server that takes as long for each are answered together, call again together, and the last of them waits for all others.
 * Source: L. Kleinrock, Queueing Systems, 1975, 5.
 */
function isClientLimited(repeats: RowReadings['repeats'], callers: number, medianNs: number | undefined): boolean {
  return repeats.some(({measured: {clientNs, measuredNs}, store}) => {
    if (clientNs === null || medianNs === undefined || store.count === 0 || !(measuredNs > 0)) return false
    const busy = Math.min(MOST_BUSY, clientNs / measuredNs)
    const services = Math.max(busy / (2 * (1 - busy)), callers - 1)
    const ownNs = (clientNs / store.count) * (1 + services)
    return ownNs > OWN_SHARE * medianNs
  })
}
