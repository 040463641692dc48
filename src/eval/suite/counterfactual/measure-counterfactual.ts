import {episodeLabel, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {rollOut} from '#world/model/rollout'
import type {Situation} from '#world/model/situation'
import {randomEntries, startOfEpisode} from '../../kit/make-actions.ts'
import {dot, scaledDifference} from '../../kit/state-error.ts'
import type {StateTest} from '../../kit/state-trial.ts'

/** Environment steps of each of the two futures. */
const STEPS = 5

interface Scene {
  readonly now: Situation
  /** Both sequences, one after the other. */
  readonly actions: Float64Array
  /** What the other sequence changes. */
  readonly real: Float64Array
}

/** Two futures from one state: what the other action changes, in the world and in the model. */
export const counterfactualTest: StateTest<Scene> = {
  evals: () => 2 * STEPS,
  async prepare({environment, key}) {
    const now = startOfEpisode(environment, key)
    const actions = randomEntries(environment, seedStream(episodeLabel(key, 'actions')), 2 * STEPS)
    const truth = rollOut(environment, {states: now.state, actions, samples: 2, steps: STEPS})
    return {now, actions, real: changeIn(environment, truth)}
  },
  async measure({now, actions, real}, {environment, model}, signal) {
    if (!model.forecast) throw new Error('a model without forecasts has no counterfactual')
    const seen = changeIn(environment, await model.forecast({now, actions, samples: 2, block: 1}, signal))
    const [product, realSquare, seenSquare] = [dot(seen, real), dot(real, real), dot(seen, seen)]
    if (realSquare === 0) return {values: {cosine: null, product, square: 0}, reason: 'no_difference'}
    const cosine = seenSquare === 0 ? 0 : product / Math.sqrt(realSquare * seenSquare)
    return {values: {cosine, product, square: realSquare}}
  },
}

/** Difference of the two last states. */
function changeIn(environment: Environment, states: Float64Array): Float64Array {
  const {stateSize} = environment
  return scaledDifference(environment, {states, at: (STEPS - 1) * stateSize}, {states, at: (2 * STEPS - 1) * stateSize})
}
