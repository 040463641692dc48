import type {EvalResult} from '#contract/generated/types'
import {callUseCase} from './call-use-case.ts'
import type {EvaluateOptions} from './evaluation-options.ts'

/** What `evaluate` and `recompute` give: the document of `assay eval` of a run that was written. */
export type EvaluateResult = EvalResult & Required<Pick<EvalResult, 'run_id' | 'run_path' | 'verdict'>>

/**
 * Evaluates providers against environments with exact rules, judges them by gates, and keeps every trial, row and rule in a run of the
 * workspace: `assay eval`. A bad verdict is a result, not an error: `result.exit.name` is `ok` when every rule passed, `result.verdict` says why not,
 * `result.measurement.rows` holds the estimates with their intervals. An abort gives the verdict `interrupted`.
 *
 * Throws `invalid_input` for options that cannot be, `suite_unknown`, `env_unknown`, `unknown_provider`, `out_of_range`, `usage`, `gate_invalid`,
 * `suite_invalid`, `profile_invalid`, `translator_invalid`, `assets_invalid`, `file_missing`, `run_not_found`, `config_invalid`, `address_refused` before a run exists; `asset_checksum`
 * with a failed run; `workspace_invalid`, `workspace_unwritable`, `disk_full`, `io_error` where it cannot be written.
 *
 * Source of the measures: docs/evaluation.md names the paper of each.
 */
export function evaluate(options: EvaluateOptions): Promise<EvaluateResult> {
  return callUseCase(loadVerb, options, async (stage) => {
    const [{measureKind}, {evalKind}, {evaluationOrder}] = await Promise.all([
      import('./measure-kind.ts'),
      import('#eval/eval-kind'),
      import('./evaluation-options.ts'),
    ])
    return await measureKind(evalKind, evaluationOrder(options), stage)
  })
}

const loadVerb = async () => (await import('./evaluation-options.ts')).EVALUATE
