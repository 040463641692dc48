import type {BenchmarkDrift, BenchmarkMark} from '#contract/generated/types'
import {isDrifting} from '../clock/drift.ts'
import {isAlone, type Pacing} from '../model/pacing.ts'
import type {RepeatFacts, RowReadings} from './row-facts.ts'

const TICKS = 50
const HARNESSES = 20
/** Ratio of real to planned time between starts, above which another rate was met than the one asked for. */
const LATE = 1.05

/** What a reader must know before trusting a row. Source of the two limits: a median must stand clear of what measures it. */
export function marksOf(
  {item, load, repeats, cost, drift}: RowReadings & {readonly drift: readonly BenchmarkDrift[]},
  medianNs: number | undefined,
): BenchmarkMark[] {
  const isBelow = (limitNs: number) => medianNs !== undefined && medianNs < limitNs
  const any = (isSo: (facts: RepeatFacts) => boolean) => repeats.some(isSo)
  const isClient = isCallOurs(item, load) && isClientLimited(repeats, load.pacing, medianNs)
  const isUnsettled = load.warmUp !== 0 && any(({measured}) => !measured.warmUpSettled)
  const seen: readonly (readonly [BenchmarkMark, boolean])[] = [
    ['timer_limited', isBelow(TICKS * (cost.timerTickNs ?? 0))],
    ['harness_limited', isBelow(HARNESSES * (cost.harnessNs ?? 0))],
    ['client_limited', isClient],
    ['between_run_variance_unknown', repeats.length < 2],
    ['sampled', any(({store}) => store.isSampled)],
    ['warmup_failed', any(({warmUpFailed}) => (warmUpFailed?.counts.size ?? 0) > 0)],
    ['not_settled', isUnsettled],
    ['drifting', isDrifting(drift)],
    ['rate_not_met', any(({pace}) => pace.spansNs.real > LATE * pace.spansNs.planned)],
    ['overloaded', any(({pace}) => pace.isBehind)],
    ['cut_short', any(({measured}) => measured.cutOff > 0)],
  ]
  return seen.flatMap(([mark, isSo]) => (isSo ? [mark] : []))
}

/** More of the median than this must not be the client's own time. */
export const OWN_SHARE = 0.05
/** A loop that is busy all the time makes calls wait without end. */
const MOST_BUSY = 0.99

/** Whether part of a call's time is this process's. A health call asks several questions, each of which has its own overhead. */
function isCallOurs({isElsewhere = false, operation}: RowReadings['item'], {pacing}: RowReadings['load']): boolean {
  if (isElsewhere !== 'unless_alone') return isElsewhere
  return pacing.mode === 'open' || pacing.concurrency > 1 || operation === 'health'
}

/** Callers that may all be answered at the same moment; one where calls begin by the clock. */
function callersOf(pacing: Pacing): number {
  return pacing.mode === 'closed' ? pacing.concurrency : 1
}

/**
 * Whether what this process does for a call, and what calls wait for it while it is at others, is a good part of the median. The calls of one caller wait
 * for no other. One event loop serves several callers: it is busy for `busy` of the time, and who comes waits half of `busy / (1 - busy)` services (M/D/1).
 * Callers of a server that takes as long for each are answered together, call again together, and the last of them waits for all others.
 * Source: L. Kleinrock, Queueing Systems, 1975, 5.
 */
function isClientLimited(repeats: RowReadings['repeats'], pacing: Pacing, medianNs: number | undefined): boolean {
  return repeats.some(({measured: {clientNs, measuredNs}, store}) => {
    if (clientNs === null || medianNs === undefined || store.count === 0 || !(measuredNs > 0)) return false
    const busy = Math.min(MOST_BUSY, clientNs / measuredNs)
    const services = isAlone(pacing) ? 0 : Math.max(busy / (2 * (1 - busy)), callersOf(pacing) - 1)
    const ownNs = (clientNs / store.count) * (1 + services)
    return ownNs > OWN_SHARE * medianNs
  })
}
