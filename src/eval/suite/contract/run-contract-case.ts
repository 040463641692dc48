import type {ContractProbe} from '../../kit/contract-input.ts'
import type {EpisodeOutcome} from '../../kit/run-episode.ts'
import {episodeError, isAgainstContract} from '../../model/episode-error.ts'
import type {Subject} from '../../model/subject.ts'
import {waitTurn} from '../../model/wait-turn.ts'
import {ABORT_CASES} from './check-abort-contract.ts'
import {ANSWER_CASES} from './check-answer-contract.ts'
import {ASKING_CASES, FIRST_CASES} from './check-asking-contract.ts'
import {BATCH_CASES} from './check-batch-contract.ts'
import {CLIP_CASES} from './check-clip-contract.ts'
import {FORM_CASES} from './check-form-contract.ts'
import {ONWARD_CASES} from './check-onward-contract.ts'
import {OVERLAP_CASES} from './check-overlap-contract.ts'
import {POLICY_CASES} from './check-policy-contract.ts'
import {PREDICT_CASES} from './check-predict-contract.ts'
import {REFUSAL_CASES} from './check-refusals.ts'
import {SCORE_CASES} from './check-score-contract.ts'
import {SEARCH_CASES} from './check-search-contract.ts'
import {SENSE_CASES} from './check-sense-contract.ts'
import type {ContractCase} from './contract-case.ts'

const ALL: readonly ContractCase[] = [
  ...FIRST_CASES,
  ...PREDICT_CASES,
  ...BATCH_CASES,
  ...SCORE_CASES,
  ...SENSE_CASES,
  ...FORM_CASES,
  ...ASKING_CASES,
  ...ONWARD_CASES,
  ...SEARCH_CASES,
  ...OVERLAP_CASES,
  ...ABORT_CASES,
  ...POLICY_CASES,
  ...ANSWER_CASES,
  ...CLIP_CASES,
  ...REFUSAL_CASES,
]

/** The cases for what a provider can do. A policy elsewhere is asked only where somebody says what its actions mean. */
export function contractCases({
  capabilities,
  batched,
  inProcess,
  shown,
}: Pick<Subject, 'capabilities' | 'batched' | 'inProcess' | 'shown'>): ContractCase[] {
  return ALL.filter(({capability}) => {
    if (capability === 'predict_batch') return batched
    return capabilities.includes(capability) && (capability !== 'policy' || inProcess || shown !== undefined)
  })
}

/**
 * Tries one promise. A broken promise is a failure; so is an answer that the library itself refused as against the contract. Any other
 * raise is a failure with an error. An abort is thrown on.
 */
export async function runContractCase(tried: ContractCase, probe: ContractProbe): Promise<EpisodeOutcome> {
  await waitTurn()
  try {
    const broken = await tried.check(probe)
    return {case: tried.name, success: broken === undefined, ...(broken !== undefined && {reason: broken})}
  } catch (error) {
    probe.signal.throwIfAborted()
    if (isAgainstContract(error)) return {case: tried.name, success: false, reason: error.message}
    return {case: tried.name, success: false, reason: 'error', error: episodeError(error)}
  }
}
