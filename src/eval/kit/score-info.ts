import type {Fields} from '#provider/model/provider'
import type {Environment} from '#world/model/environment'
import {usualOf} from '#world/model/paced'
import type {Situation} from '#world/model/situation'
import {Tensor} from '#world/tensor/tensor'

/** What a score provider is told of the situation: observed state `[stateSize]`, goal `[goalSize]` and the rules by name. */
export function scoreInfo(environment: Environment, now: Situation): Fields {
  return {
    observation: Tensor.of('float64', [now.state.length], now.state),
    goal: Tensor.of('float64', [now.goal.length], now.goal),
    environment: environment.key,
    // Who knows the environment knows its block; a planner may hold its entries longer.
    ...(environment.block !== usualOf(environment).block && {action_block: environment.block}),
  }
}
