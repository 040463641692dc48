import {WorldStateError} from '#error/provider-error'
import {zOf} from '#stats/normal'
import {crpsGaussian} from '#stats/scoring-rules'
import {rollOut} from '#world/model/rollout'
import {Tensor} from '#world/tensor/tensor'
import {demandClaim} from '../../kit/claimed.ts'
import {HORIZONS} from '../../kit/horizons.ts'
import {randomActions, startOfEpisode} from '../../kit/make-actions.ts'
import {scaledDifference} from '../../kit/state-error.ts'
import type {StateOutcome, TrialPlace} from '../../kit/state-trial.ts'
import {finiteStates} from '../../kit/world-model.ts'
import type {Subject} from '../../model/subject.ts'
import {LEVELS} from './levels.ts'

/** Environment steps of a forecast. */
export const FORECAST_STEPS = 32

/** One forecast under random actions: which truths lie in the intervals that its sigma spans, over all horizons and entries of the state. */
export async function measureSigma(
  subject: Subject,
  {environment, key}: TrialPlace,
  signal: AbortSignal,
): Promise<StateOutcome> {
  const {stateSize, actionSize, sigma: scale} = environment
  const {state} = startOfEpisode(environment, key)
  const actions = randomActions(environment, key, FORECAST_STEPS)
  const truth = rollOut(environment, {states: state, actions, samples: 1, steps: FORECAST_STEPS})
  const request = {
    states: Tensor.of('float64', [1, stateSize], state),
    actions: Tensor.of('float64', [1, FORECAST_STEPS, actionSize], actions),
    environment: environment.key,
  }
  const answer = await subject.predictBatchClaiming(request, signal)
  const [states, stated] = [answer.states.toFloat64(), demandClaim(answer.sigma, 'sigma').toFloat64()]
  if (states.length !== truth.length) throw new WorldStateError('the batch of states has another shape', 'provider')
  finiteStates(states)
  const byHorizon = HORIZONS.map((horizon) => {
    const at = (horizon - 1) * stateSize
    const errors = scaledDifference(environment, {states, at}, {states: truth, at})
    return Array.from(errors, (error, entry) => ({
      error,
      sigma: (stated[at + entry] ?? Number.NaN) / (scale[entry] ?? Number.NaN),
    }))
  })
  return {values: valuesOf(byHorizon), modelEvals: FORECAST_STEPS}
}

interface Stated {
  /** Both in units of the environment's error scale. */
  readonly error: number
  readonly sigma: number
}

function valuesOf(byHorizon: readonly (readonly Stated[])[]): Record<string, number> {
  const all = byHorizon.flat()
  const values: Record<string, number> = {answers: all.length, entries: all.length / byHorizon.length}
  values['crps'] = all.reduce((sum, {error, sigma}) => sum + crpsGaussian(error, sigma), 0) / all.length
  for (const level of LEVELS) values[`within${level}`] = shareWithin(all, level)
  for (const level of [50, 90])
    for (const [at, stated] of byHorizon.entries())
      values[`within${level}@${HORIZONS[at]}`] = shareWithin(stated, level)
  return values
}

function shareWithin(stated: readonly Stated[], percent: number): number {
  const reach = zOf(percent / 100)
  return stated.filter(({error, sigma}) => Math.abs(error) <= reach * sigma).length / stated.length
}
