import type {Trial, TrialOutcome} from '#run/trial'
import type {RunPlan} from '../plan/run-plan.ts'
import {type BenchmarkFindings, benchmarkOutcome} from './benchmark-outcome.ts'
import {type MeasurePlanPorts, measurePlan} from './measure-plan.ts'

/** What a benchmark came to, and the work that it is made of. */
export interface BenchmarkOutcome extends TrialOutcome {
  readonly work: BenchmarkFindings
}

/** The work of a benchmark inside an open run, its own or a job's: every item of the plan, then rows and verdict. */
export async function measureBenchmark(
  plan: RunPlan,
  trial: Trial,
  ports: MeasurePlanPorts,
  signal: AbortSignal,
): Promise<BenchmarkOutcome> {
  const work = await measurePlan(plan, trial, ports, signal)
  return {...benchmarkOutcome(plan, work, ports.host, signal), work}
}

/** As it stands before anything was measured. */
export function nothingMeasured({items}: RunPlan): BenchmarkFindings {
  return {ends: items.map((item) => ({...item, outcome: 'not-run'})), executed: []}
}
