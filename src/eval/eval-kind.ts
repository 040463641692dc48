import type {EvalResult} from '#contract/generated/types'
import type {EventHandler} from '#event/event-handler'
import {openAssay} from '#measurement/open-assay'
import type {MeasuringKind} from '#measurement/run-kind'
import {measureEvaluation} from './execute/measure-evaluation.ts'
import {openEvalLibrary} from './execute/open-library.ts'
import {inputDigestOf} from './judge/eval-digest.ts'
import type {EvalRequest} from './model/eval-options.ts'
import {EVAL_OPTIONS} from './model/eval-options.ts'
import {describeEvaluation} from './plan/describe-evaluation.ts'
import {type EvalWork, planEvalWork} from './plan/plan-eval-work.ts'
import type {EvalOutcome} from './report/eval-outcome.ts'

type EvalRunResult = EvalResult & Required<Pick<EvalResult, 'run_id' | 'run_path' | 'verdict'>>

/** Evaluations: providers against environments with exact rules. */
export const evalKind: MeasuringKind<EvalRequest, EvalWork, EvalOutcome, EvalRunResult> = {
  name: 'eval',
  options: EVAL_OPTIONS,
  plan: planEvalWork,
  describe: ({plan}) => describeEvaluation(plan),
  measure({plan, recompute}, trial, ports, signal) {
    if (recompute)
      return import('./execute/evaluate-recorded.ts').then(({evaluateRecorded}) =>
        evaluateRecorded(recompute, trial, signal),
      )
    const {clock, progress, threads} = ports
    const openLibrary = (handler: EventHandler) =>
      openEvalLibrary((eventHandler) => openAssay(ports, {limits: plan.settings.policy, eventHandler}), handler, {
        translator: plan.settings.translator,
        decodeVideo: (...clip) =>
          import('./execute/open-video-decoder.ts').then(({openVideoDecoder}) => openVideoDecoder(ports)(...clip)),
      })
    return measureEvaluation(plan, trial, {clock, progress, openLibrary, threads}, signal)
  },
  resultOf: ({plan}, {runId, path, manifest, outcome: {verdict}}, ended) => ({
    schema_version: 1,
    command: 'eval',
    exit: verdict.exit,
    run_id: runId,
    run_path: path,
    input_digest: inputDigestOf(plan.settings),
    result_digest: manifest.result_digest,
    verdict,
    ...(ended && {measurement: ended.result}),
  }),
}
