import type {EpisodeError} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {cutText} from '#error/cut-text'
import {errorKind} from '#gate/execution-rule'

const LONGEST = 500

/** An error as an episode keeps it: class, code, and whether it says anything about the answers. Foreign text stays out. */
export function episodeError(error: unknown): EpisodeError {
  const kind = errorKind(error)
  if (!(error instanceof AssayError)) {
    return {class: 'ProviderError', code: 'internal', kind, message: 'the provider raised an error of its own'}
  }
  return {class: error.name, code: error.code, kind, message: cutText(error.message, LONGEST)}
}

/** Whether an answer came that is against the contract, such as one that is no number: a wrong answer, and no call that failed. */
export function isAgainstContract(error: unknown): error is AssayError {
  return error instanceof AssayError && (error.code === 'contract_violation' || error.code === 'world_state_invalid')
}
