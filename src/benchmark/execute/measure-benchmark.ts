import type {RunOutcome, RunRecorder} from '#run/run-recorder'
import type {BenchmarkPlan} from '../plan/run-plan.ts'
import {type BenchmarkFindings, benchmarkOutcome} from './benchmark-outcome.ts'
import {type MeasurePlanContext, measurePlan} from './measure-plan.ts'

/** The outcome of a benchmark, and the findings that it is made from. */
export interface BenchmarkOutcome extends RunOutcome {
  readonly work: BenchmarkFindings
}

/** Does the work of a benchmark inside an open run, its own or a job's: measures every item of the plan, then makes rows and verdict. */
export async function measureBenchmark(
  plan: BenchmarkPlan,
  trial: RunRecorder,
  ports: MeasurePlanContext,
  signal: AbortSignal,
): Promise<BenchmarkOutcome> {
  const work = await measurePlan(plan, trial, ports, signal)
  return {...benchmarkOutcome(plan, work, ports.host, signal), work}
}

/** The findings before anything was measured. */
export function nothingMeasured({items}: BenchmarkPlan): BenchmarkFindings {
  return {ends: items.map((item) => ({...item, outcome: 'not-run'})), executed: []}
}
