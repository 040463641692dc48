import type {Environment} from '#world/model/environment'
import {holdActions, rollOut} from '#world/model/rollout'
import type {Start} from '#world/model/situation'
import {modelObjective} from '#world/planner/objective'
import type {Candidates, Scores} from '#world/planner/search'

/** By what plans may be made: the cost of their whole way, as planners cost forecasts, or of where they end. */
export type Objective = 'way' | 'end'

/** What plans truly come to when they are carried out, plan by plan. */
export type PlanCosts = Readonly<Record<Objective, Float64Array>>

/** What the exact rules say of candidates from a start, by one of both. */
export function exactObjective(
  environment: Environment,
  start: Start,
  objective: Objective,
): (candidates: Candidates) => Scores {
  const {block, stateSize, actionSize} = environment
  if (objective === 'way') return modelObjective({environment, model: environment, start, block})
  return ({values, samples, horizon}) => {
    const steps = horizon * block
    const actions = holdActions(values, actionSize, block)
    const path = rollOut(environment, {states: start.state, actions, samples, steps})
    const endOf = (sample: number) => environment.cost(path, start.goal, ((sample + 1) * steps - 1) * stateSize)
    return {scores: new Float64Array(samples).map((_, sample) => endOf(sample)), lower_is_better: true}
  }
}

/** The true costs of plans from a start: entries `[plans, horizon, actionSize]`, flat. */
export function makePlanCosts(environment: Environment, start: Start): (plans: Float64Array) => PlanCosts {
  const {horizon, actionSize} = environment
  const [way, end] = [exactObjective(environment, start, 'way'), exactObjective(environment, start, 'end')]
  return (values) => {
    const candidates = {values, samples: values.length / (horizon * actionSize), horizon, actionSize}
    return {way: Float64Array.from(way(candidates).scores), end: Float64Array.from(end(candidates).scores)}
  }
}
