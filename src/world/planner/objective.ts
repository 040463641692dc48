import type {Dynamics} from '../model/dynamics.ts'
import type {Environment} from '../model/environment.ts'
import {LAST_WEIGHT} from '../model/rollout.ts'
import type {Start} from '../model/situation.ts'
import type {Candidates, Scores} from './search.ts'

/** What a model predicts and the environment costs: the objective of every planner that has a model in this process. */
export interface ModelObjective {
  readonly environment: Environment
  /** The rules planned with; the environment itself for the exact-model planner. */
  readonly model: Dynamics
  readonly start: Start
  /** Environment steps a plan entry is held. */
  readonly block: number
}

type Objective = (candidates: Candidates) => Scores

/**
 * Scores candidates without keeping their paths: the same numbers, bit for bit, as `costOfPath` of `rollout`. Lower is better; a model
 * whose states stop being numbers gets the worst cost there is, not NaN.
 */
export function modelObjective({environment, model, start, block}: ModelObjective): Objective {
  const state = new Float64Array(environment.stateSize)
  const costOf = ({values, horizon, actionSize}: Candidates, sample: number) => {
    state.set(start.state)
    let sum = 0
    let from = sample * horizon * actionSize
    for (let entry = 1; entry <= horizon; entry++, from += actionSize) {
      for (let held = 0; held < block; held++) model.advance(state, 0, values, from)
      const cost = environment.cost(state, start.goal)
      sum += entry === horizon ? LAST_WEIGHT * cost : cost
    }
    return Number.isFinite(sum) ? sum : Number.MAX_VALUE
  }
  return (candidates) => {
    const scores = new Float64Array(candidates.samples)
    for (let sample = 0; sample < scores.length; sample++) scores[sample] = costOf(candidates, sample)
    return {scores, lower_is_better: true}
  }
}

/** Scores by rules under which nothing ever moves: every candidate comes to what the first does. */
export function stillObjective({environment, start}: Pick<ModelObjective, 'environment' | 'start'>): Objective {
  const {stateSize, actionSize} = environment
  const model = {stateSize, actionSize, advance: () => undefined}
  const scoresOf = modelObjective({environment, model, start, block: 1})
  return (candidates) => {
    const score = scoresOf({...candidates, samples: 1}).scores[0] ?? Number.NaN
    return {scores: new Float64Array(candidates.samples).fill(score), lower_is_better: true}
  }
}
