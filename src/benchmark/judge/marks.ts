import type {BenchmarkDrift, BenchmarkMark} from '#contract/generated/types'
import {isDrifting} from '../clock/drift.ts'
import type {RowReadings} from './row-facts.ts'

const TICKS = 50
const HARNESSES = 20
/** Starts that took so much longer than planned mean another rate than the one asked for. */
const LATE = 1.05

/** What a reader must know before trusting a row. Source of the two limits: a median must stand clear of what measures it. */
export function marksOf(
  {repeats, cost, drift}: RowReadings & {readonly drift: readonly BenchmarkDrift[]},
  medianNs: number | undefined,
): BenchmarkMark[] {
  const marks: BenchmarkMark[] = []
  if (medianNs !== undefined && medianNs < TICKS * (cost.timerTickNs ?? 0)) marks.push('timer_limited')
  if (medianNs !== undefined && medianNs < HARNESSES * (cost.harnessNs ?? 0)) marks.push('harness_limited')
  if (repeats.length < 2) marks.push('between_run_variance_unknown')
  if (repeats.some(({store}) => store.isSampled)) marks.push('sampled')
  if (repeats.some(({measured}) => !measured.warmUpSettled)) marks.push('not_settled')
  if (isDrifting(drift)) marks.push('drifting')
  if (repeats.some(({pace}) => pace.spansNs.real > LATE * pace.spansNs.planned)) marks.push('rate_not_met')
  if (repeats.some(({measured}) => measured.cutOff > 0)) marks.push('cut_short')
  return marks
}
