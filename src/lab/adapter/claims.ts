import type {ProviderProfile} from '#contract/generated/types'
import {environmentFor, environmentIn, modelProvider} from '#provider/adapter/analytic/model-provider'
import type {BatchAnswer, BatchRequest, PredictAnswer, PredictRequest, Provider} from '#provider/model/provider'
import {hashedStream} from '#world/math/hashed-stream'
import {controlOf} from '#world/model/action'
import type {Environment} from '#world/model/environment'
import {rollOut} from '#world/model/rollout'
import {decodeState, encodeState} from '#world/model/scene'
import {Tensor} from '#world/tensor/tensor'

/** How a speaker tells of the chance it knows: of the errors it makes, and of being right. */
export interface Manner {
  /** Stated sigma over the true one. */
  readonly sigma: number
  says(chance: number): number
}

const MANNERS: Readonly<Record<string, Manner>> = {
  honest: {sigma: 1, says: (chance) => chance},
  overconfident: {sigma: 1 / 5, says: () => 1},
  underconfident: {sigma: 5, says: () => 0.5},
}

/** True standard deviation of a forecast one step ahead, in units of the error scale; it grows with the root of the steps. */
const NOISE = 0.01
/** The least chance of a right prediction; a wrong one is off by `WRONG` error scales in every number. */
const LEAST_CHANCE = 0.7
const WRONG = 2
/** Noise this small spoils no task: planned with it, 80 of 80 were finished in every environment. */
const SUCCESS = 0.99

/** The manner of a name; undefined where there is none of that name. */
export function mannerNamed(name: string): Manner | undefined {
  return Object.hasOwn(MANNERS, name) ? MANNERS[name] : undefined
}

/**
 * The exact rules with errors of a known size, and a speaker that tells of them in its manner: Gaussian noise in batches, whose sigma it
 * states; now and then a wrong prediction, of whose chance it has drawn beforehand.
 */
export function claimingProvider(profile: ProviderProfile, manner: Manner): Provider {
  const exact = modelProvider(profile, (environment) => environment)
  return {
    ...exact,
    predict: (request) => predicted(request, manner),
    predictBatch: (request) => forecast(request, manner),
  }
}

function predicted({world_state, action, steps}: PredictRequest, {says}: Manner): PredictAnswer {
  const environment = environmentIn(world_state)
  const {state, goal, step} = decodeState(environment, world_state)
  const asked = Float64Array.from([...state, ...controlOf(environment, state, action), steps])
  const stream = hashedStream(asked)
  const chance = LEAST_CHANCE + (1 - LEAST_CHANCE) * stream.uniform()
  for (let done = 0; done < steps; done++) environment.advance(state, 0, controlOf(environment, state, action), 0)
  const seen = stream.uniform() < chance ? state : state.map((value, at) => value + WRONG * scaleOf(environment, at))
  return {
    state: encodeState(environment, {state: seen, goal, step: step + steps}, world_state),
    claims: {confidence: says(chance), success_probability: says(SUCCESS)},
    metadata: {evidence_class: 'synthetic'},
  }
}

function forecast({states, actions, environment: key}: BatchRequest, {sigma: told}: Manner): BatchAnswer {
  const environment = environmentFor(key)
  const {stateSize, actionSize} = environment
  const [samples = 0, steps = 0] = actions.shape
  const [from, controls] = [states.toFloat64(), actions.toFloat64()]
  const path = rollOut(environment, {states: from, actions: controls, samples, steps})
  const stated = new Float64Array(path.length)
  const width = steps * actionSize
  for (let sample = 0; sample < samples; sample++) {
    const stream = hashedStream(controls.slice(sample * width, (sample + 1) * width))
    const noise = new Float64Array(steps * stateSize)
    stream.gaussians(noise)
    for (let at = 0; at < noise.length; at++) {
      const place = sample * noise.length + at
      const spread = NOISE * Math.sqrt(Math.floor(at / stateSize) + 1) * scaleOf(environment, at % stateSize)
      path[place] = (path[place] ?? Number.NaN) + spread * (noise[at] ?? 0)
      stated[place] = told * spread
    }
  }
  const shape = [samples, steps, stateSize]
  return {states: Tensor.over(shape, path), sigma: Tensor.over(shape, stated), metadata: {evidence_class: 'synthetic'}}
}

function scaleOf({sigma}: Environment, entry: number): number {
  return sigma[entry] ?? Number.NaN
}
