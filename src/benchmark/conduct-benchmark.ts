import type {BenchmarkRunResult} from '#contract/generated/types'
import type {Report} from '#report/report'
import {conductRun} from '#run/conduct-run'
import type {RunPorts} from '#run/ports'
import {type MeasurePlanPorts, measurePlan} from './measure/measure-plan.ts'
import {type RunPlan, trialOf} from './plan/run-plan.ts'
import {measurementOf, outcomeOf, type Work} from './result/benchmark-outcome.ts'

export type BenchmarkPorts = RunPorts & MeasurePlanPorts

/** A measurement that became a run: its result, and the report that was written into it. */
export interface ConductedBenchmark {
  readonly result: BenchmarkRunResult
  readonly report: Report
}

/** Measures every item of the plan, one after the other, inside one run that is kept whatever happens. */
export async function conductBenchmark(
  place: {readonly workspace: string; readonly plan: RunPlan},
  ports: BenchmarkPorts,
  signal: AbortSignal,
): Promise<ConductedBenchmark> {
  const {plan, workspace} = place
  let work: Work = {ends: plan.items.map((item) => ({...item, outcome: 'not-run'})), executed: []}
  const run = await conductRun({workspace, trial: trialOf(plan)}, ports, signal, async (trial, runSignal) => {
    work = await measurePlan(plan, trial, ports, runSignal)
    return outcomeOf(plan, work, ports.host, runSignal)
  })
  const {verdict, report} = run.outcome
  return {
    result: {...measurementOf(plan, work), exit: verdict.exit, verdict, run_id: run.runId, run_path: run.path},
    report,
  }
}
