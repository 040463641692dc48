import type {Dynamics} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {holdActions, LAST_WEIGHT, rollOut} from '#world/model/rollout'
import type {Situation} from '#world/model/situation'

/** Candidates `[samples, horizon, actionSize]`, flat, from one situation; the environment says how long each entry is held. */
export interface RankingQuestion {
  readonly environment: Environment
  readonly now: Situation
  readonly actions: Float64Array
}

/** What a score may mean, lower is better, `[samples]` each. */
export interface ScoreMeanings {
  /** What a planner makes of the whole way: the cost after each entry, the last one five times. */
  readonly way: Float64Array
  /** The cost where a candidate ends. */
  readonly end: Float64Array
  /** The cost of every step, added up. */
  readonly steps: Float64Array
}

/** What rules make of candidates, those of the environment unless others are given, in each sense that a score may have. */
export function scoreMeanings(question: RankingQuestion, rules: Dynamics = question.environment): ScoreMeanings {
  const {horizon, block} = question.environment
  const costs = stepCosts(question, rules)
  const length = horizon * block
  const samples = costs.length / length
  const meanings = {way: new Float64Array(samples), end: new Float64Array(samples), steps: new Float64Array(samples)}
  for (let sample = 0; sample < samples; sample++) {
    let [way, steps] = [0, 0]
    for (let step = 1; step <= length; step++) {
      const cost = costs[sample * length + step - 1] ?? Number.NaN
      steps += cost
      if (step % block === 0) way += step === length ? LAST_WEIGHT * cost : cost
    }
    meanings.way[sample] = way
    meanings.end[sample] = costs[(sample + 1) * length - 1] ?? Number.NaN
    meanings.steps[sample] = steps
  }
  return meanings
}

/** The cost after every step of every candidate. `[samples, steps]`. */
export function stepCosts({environment, now, actions}: RankingQuestion, rules: Dynamics = environment): Float64Array {
  const {actionSize, block, horizon, stateSize} = environment
  const held = holdActions(actions, actionSize, block)
  const steps = horizon * block
  const samples = actions.length / (horizon * actionSize)
  const path = rollOut(rules, {states: now.state, actions: held, samples, steps})
  return new Float64Array(samples * steps).map((_, row) => environment.cost(path, now.goal, row * stateSize))
}
