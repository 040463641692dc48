import {rollOut} from '#world/model/rollout'
import type {Situation} from '#world/model/situation'
import {HORIZONS, VALID_ERROR} from '../../kit/horizons.ts'
import {makeReferenceActions, randomActions, startOfEpisode} from '../../kit/make-actions.ts'
import {rootMeanSquare, scaledDifference} from '../../kit/state-error.ts'
import type {StateTest} from '../../kit/state-trial.ts'

/** Environment steps predicted in one go. */
const STEPS = 32

interface Scene {
  readonly now: Situation
  readonly actions: Float64Array
  /** The state after every step. */
  readonly truth: Float64Array
}

/** Follows one sequence of actions without looking: how far the model is off at each step, and how far the world had moved. */
export const rolloutTest: StateTest<Scene> = {
  evals: () => STEPS,
  async prepare({environment, key, set}, signal) {
    const now = startOfEpisode(environment, key)
    const actions =
      set === 'random'
        ? randomActions(environment, key, STEPS)
        : await makeReferenceActions(environment, key, STEPS, signal)
    return {now, actions, truth: rollOut(environment, {states: now.state, actions, samples: 1, steps: STEPS})}
  },
  async measure({now, actions, truth}, {environment, model}, signal) {
    if (!model.forecast) throw new Error('a model without forecasts has no rollout')
    const {stateSize} = environment
    const believed = await model.forecast({now, actions, samples: 1, block: 1}, signal)
    const away = (states: Float64Array, at: number, step: number) =>
      rootMeanSquare(scaledDifference(environment, {states, at}, {states: truth, at: step * stateSize}))
    const errors = Array.from({length: STEPS}, (_, step) => away(believed, step * stateSize, step))
    const firstWrong = errors.findIndex((error) => error > VALID_ERROR)
    const values: Record<string, number> = {valid_horizon: firstWrong < 0 ? STEPS + 1 : firstWrong + 1}
    for (const horizon of HORIZONS) {
      values[`error@${horizon}`] = errors[horizon - 1] ?? Number.NaN
      values[`moved@${horizon}`] = away(now.state, 0, horizon - 1)
    }
    return {values}
  },
}
