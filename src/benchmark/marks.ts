import type {BenchmarkMark} from '#contract/generated/types'
import type {HarnessCost} from './measure-harness.ts'
import type {Measured} from './measure-operation.ts'

const TICKS = 50
const HARNESSES = 20

/** What a reader must know before trusting a row. Source of the two limits: a median must stand clear of what measures it. */
export function marksOf(measured: Measured, medianNs: number | undefined, cost: HarnessCost): BenchmarkMark[] {
  const marks: BenchmarkMark[] = []
  if (medianNs !== undefined && medianNs < TICKS * (cost.timerTickNs ?? 0)) marks.push('timer_limited')
  if (medianNs !== undefined && medianNs < HARNESSES * (cost.harnessNs ?? 0)) marks.push('harness_limited')
  marks.push('between_run_variance_unknown')
  if (measured.store.isSampled) marks.push('sampled')
  if (!measured.warmUpSettled) marks.push('not_settled')
  if (measured.cutOff > 0) marks.push('cut_short')
  return marks
}
