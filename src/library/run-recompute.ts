import type {EvalResult} from '#contract/generated/types'
import {callUseCase} from './call-use-case.ts'
import type {EvaluateResult} from './evaluate.ts'
import type {RecomputeOptions, SelftestEvaluationOptions} from './evaluation-options.ts'

/**
 * Computes statistics and verdict of a recorded evaluation again, as a new run that names the old one: `assay eval --recompute`. Measures nothing. By
 * the rules of the run the same trials give the same result; with rules of the caller's they are judged anew.
 *
 * Throws `invalid_input`, `run_not_found`, `run_live`, `file_unreadable`, `episodes_missing`, `suite_changed`, `gate_invalid`, `usage`.
 */
export function recompute(options: RecomputeOptions): Promise<EvaluateResult> {
  return callUseCase(loadRecompute, options, async (stage) => {
    const [{measureKind}, {evalKind}, {recomputingOrder}] = await Promise.all([
      import('./measure-kind.ts'),
      import('#eval/eval-kind'),
      import('./evaluation-options.ts'),
    ])
    return await measureKind(evalKind, recomputingOrder(options), stage)
  })
}

/**
 * Breaks a recorded evaluation in memory and tells in `selftest` what its gate does not notice: `assay eval --selftest`. Measures nothing, leaves
 * no run.
 *
 * Throws `invalid_input`, `run_not_found`, `run_live`, `file_unreadable`, `episodes_missing`, `suite_changed`, `gate_invalid`, `usage`.
 */
export function selftestEvaluation(options: SelftestEvaluationOptions): Promise<EvalResult> {
  return callUseCase(loadSelftest, options, async (stage) => {
    const [{checkedOrder}, {evalKind}, {runEvalSelftest: runSelftest}, {selftestOrder}] = await Promise.all([
      import('./measure-kind.ts'),
      import('#eval/eval-kind'),
      import('#eval/run-selftest'),
      import('./evaluation-options.ts'),
    ])
    const {files, clock, redactor} = stage.ports
    return await runSelftest(checkedOrder(evalKind, selftestOrder(options), stage), {
      reader: files.reader,
      clock,
      redactor,
    })
  })
}

const loadRecompute = async () => (await import('./evaluation-options.ts')).RECOMPUTE
const loadSelftest = async () => (await import('./evaluation-options.ts')).SELFTEST_EVALUATION
