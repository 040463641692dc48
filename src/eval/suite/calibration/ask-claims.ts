import {AssayError} from '#error/assay-error'
import {episodeLabel, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {Tensor} from '#world/tensor/tensor'
import {type ContractProbe, probeAction, probeStart, probeWorld} from '../../kit/contract-input.ts'
import {randomEntries} from '../../kit/make-actions.ts'
import type {CalibrationSet, StatedClaims} from '../../kit/stated-claims.ts'
import type {Subject} from '../../model/subject.ts'

/** Asks one good question each way before any trial, to see what is stated about the answer. Whether it is true is another matter. */
export async function askClaims(
  subject: Subject,
  environment: Environment,
  seed: number,
  signal: AbortSignal,
): Promise<StatedClaims> {
  if (!subject.capabilities.includes('predict')) return {sets: []}
  const key = {seed, environment: environment.key, stratum: environment.strata[0], episode: 0}
  const probe = {subject, environment, key, signal}
  const sets: CalibrationSet[] = []
  try {
    if (subject.batched && (await statesSigma(probe))) sets.push('forecast')
    const request = {world_state: probeWorld(probe), action: probeAction(probe), steps: 1}
    const {claims} = await subject.predictClaiming(request, signal)
    if (claims?.['confidence'] != null) sets.push('confidence')
    if (claims?.['success_probability'] != null) sets.push('outcome')
    return {sets}
  } catch (error) {
    signal.throwIfAborted()
    return {sets, fault: error instanceof AssayError ? error.code : 'internal'}
  }
}

async function statesSigma(probe: ContractProbe): Promise<boolean> {
  const {subject, environment, key, signal} = probe
  const {stateSize, actionSize} = environment
  const {state} = probeStart(probe)
  const actions = randomEntries(environment, seedStream(episodeLabel(key, 'actions')), 1)
  const request = {
    states: Tensor.of('float64', [1, stateSize], state),
    actions: Tensor.of('float64', [1, 1, actionSize], actions),
    environment: environment.key,
  }
  return (await subject.predictBatchClaiming(request, signal)).sigma !== undefined
}
