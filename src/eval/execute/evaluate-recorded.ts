import type {RuleOutcome} from '#contract/generated/types'
import {digestOf} from '#digest/canonical-json'
import {cutText} from '#error/cut-text'
import type {RunRecorder} from '#run/run-recorder'
import {EPISODES} from '../model/eval-files.ts'
import type {RecomputePlan} from '../plan/plan-recompute.ts'
import {type EvalOutcome, evalOutcome} from '../report/eval-outcome.ts'
import {collectFailures} from '../report/failures.ts'
import {figuresBySuite} from '../report/figures-by-suite.ts'
import {writeCells, writeFailures, writeLines} from './write-trials.ts'

/** Computes rows and verdict of a recorded run again, without any provider; the run at hand gets the trials too, so that it stands for itself. */
export async function evaluateRecorded(
  recompute: RecomputePlan,
  trial: RunRecorder,
  signal: AbortSignal,
): Promise<EvalOutcome> {
  const {plan, work, episodes} = recompute
  await trial.steps.group({stepId: 'eval', operation: 'recompute'})
  await writeLines(trial, {path: EPISODES, label: 'episodes'}, episodes)
  await writeCells(trial, work.cells)
  const {failures} = collectFailures(episodes, plan.settings)
  await writeFailures(trial, failures)
  const figures = figuresBySuite(work.cells, failures)
  const {result} = evalOutcome(plan, work, figures, signal)
  return evalOutcome({...plan, further: [recomputeRule(recompute, digestOf(result))]}, work, figures, signal)
}

/** The run says what its trials say: its files are unchanged, and the result comes out the same to the byte. */
function recomputeRule({recorded, isRejudged}: RecomputePlan, digest: string): RuleOutcome {
  const {damaged, manifest} = recorded
  const frame = {id: 'recompute', severity: 'gate', metric: 'result_digest', select: manifest.run_id, n: 1} as const
  if (damaged.length > 0) {
    const reason = cutText(`files are not what the manifest says: ${damaged.join(', ')}`, 500)
    return {...frame, state: 'fail', reason}
  }
  if (isRejudged || manifest.result_digest === digest) return {...frame, state: 'pass'}
  return {...frame, state: 'fail', reason: 'the result does not follow from the recorded trials'}
}
