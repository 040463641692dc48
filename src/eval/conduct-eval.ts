import type {EvalResult} from '#contract/generated/types'
import type {Report} from '#report/report'
import {conductRun} from '#run/conduct-run'
import type {RunPorts} from '#run/ports'
import {type EvalPlan, trialOf} from './plan/eval-plan.ts'
import type {RecomputePlan} from './plan/plan-recompute.ts'
import {inputDigestOf} from './result/eval-digest.ts'
import type {EvalOutcome} from './result/eval-outcome.ts'
import {evaluateRecorded} from './trial/evaluate-recorded.ts'
import {type EvaluateTrialPorts, evaluateTrial} from './trial/evaluate-trial.ts'

export type EvalPorts = RunPorts & EvaluateTrialPorts

/** An evaluation that became a run: its result, and the report that was written into it. */
export interface ConductedEval {
  readonly result: EvalResult & {readonly run_path: string}
  readonly report: Report
}

/** Evaluates every provider of the plan, or computes a recorded run again, inside one run that is kept whatever happens. */
export async function conductEval(
  place: {readonly workspace: string; readonly plan: EvalPlan; readonly recompute?: RecomputePlan},
  ports: EvalPorts,
  signal: AbortSignal,
): Promise<ConductedEval> {
  const {plan, workspace, recompute} = place
  let ended: EvalOutcome | undefined
  const run = await conductRun({workspace, trial: trialOf(plan)}, ports, signal, async (trial, runSignal) => {
    ended = recompute
      ? await evaluateRecorded(recompute, trial, runSignal)
      : await evaluateTrial(plan, trial, pick(ports), runSignal)
    return ended
  })
  const {verdict, report} = run.outcome
  return {
    result: {
      schema_version: 1,
      command: 'eval',
      exit: verdict.exit,
      run_id: run.runId,
      run_path: run.path,
      input_digest: inputDigestOf(plan.settings),
      result_digest: run.manifest.result_digest,
      verdict,
      ...(ended && {measurement: ended.result}),
    },
    report,
  }
}

/** Spreading all ports would ask for what is built only when needed. */
function pick({clock, progress, openLibrary, threads}: EvalPorts): EvaluateTrialPorts {
  return {clock, progress, openLibrary, threads}
}
