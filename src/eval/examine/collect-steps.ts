import type {EpisodeKey} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {rollOut} from '#world/model/rollout'
import {makeReferenceActions, randomActions, startOfEpisode} from '../kit/make-actions.ts'

/** Steps that somebody takes: states, flat `[count, stateSize]`, the command in each, `[count, actionSize]`, and the starts of the ways. */
export interface VisitedSteps {
  readonly count: number
  readonly states: Float64Array
  readonly commands: Float64Array
  readonly starts: readonly Float64Array[]
}

const WAYS = 48
const STEPS = 32

/** Steps on ways to the goal and under random plans, from starts of every kind. */
export async function visitSteps(environment: Environment, seed: number, signal: AbortSignal): Promise<VisitedSteps> {
  const {strata, key: world, stateSize} = environment
  const states: number[] = []
  const commands: number[] = []
  const starts: Float64Array[] = []
  for (let way = 0; way < WAYS; way++) {
    const stratum = strata[way % strata.length] ?? strata[0]
    const key: EpisodeKey = {seed, environment: world, stratum, episode: way}
    const start = startOfEpisode(environment, key).state
    starts.push(start)
    const wanted = await makeReferenceActions(environment, key, STEPS, signal)
    for (const actions of [wanted, randomActions(environment, key, STEPS)]) {
      const path = rollOut(environment, {states: start, actions, samples: 1, steps: STEPS})
      states.push(...start, ...path.subarray(0, (STEPS - 1) * stateSize))
      commands.push(...actions)
    }
  }
  return {count: 2 * WAYS * STEPS, states: Float64Array.from(states), commands: Float64Array.from(commands), starts}
}
