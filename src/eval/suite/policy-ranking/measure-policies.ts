import {type EpisodeKey, episodeLabel, seedStream} from '#random/stream'
import {type Policy, TWO_ROOM_POLICIES} from '#world/environment/two-room/policies'
import {clip} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import type {Situation} from '#world/model/situation'
import {startOfEpisode} from '../../kit/make-actions.ts'
import {localModel} from '../../kit/make-world-model.ts'
import type {StateTest} from '../../kit/state-trial.ts'
import type {Forecast} from '../../kit/world-model.ts'

/** Environment steps a policy has. */
const STEPS = 40

interface Scene {
  readonly now: Situation
  /** Whether each policy arrives in the world. */
  readonly real: ReadonlyMap<string, boolean>
}

/** Lets every policy act from one start, in the world and in the model, with the same draws. */
export const policyTest: StateTest<Scene> = {
  evals: () => STEPS * TWO_ROOM_POLICIES.size,
  async prepare({environment, key}, signal) {
    const now = startOfEpisode(environment, key)
    const {forecast} = localModel(environment, environment)
    return {now, real: await runAll({environment, key, now, forecast}, signal)}
  },
  async measure({now, real}, {environment, key, model}, signal) {
    const sim = await runAll({environment, key, now, forecast: model.forecast}, signal)
    const values: Record<string, number> = {}
    for (const [name, arrives] of real) values[`real.${name}`] = arrives ? 1 : 0
    for (const [name, arrives] of sim) values[`sim.${name}`] = arrives ? 1 : 0
    return {values}
  },
}

interface Course {
  readonly environment: Environment
  readonly key: EpisodeKey
  readonly now: Situation
  readonly forecast?: Forecast | undefined
}

async function runAll(course: Course, signal: AbortSignal): Promise<Map<string, boolean>> {
  const arrived = new Map<string, boolean>()
  for (const [name, policy] of TWO_ROOM_POLICIES) arrived.set(name, await runPolicy(policy, course, signal))
  return arrived
}

/** Whether a policy comes to the goal where each next state is what the forecast says. */
async function runPolicy(policy: Policy, course: Course, signal: AbortSignal): Promise<boolean> {
  const {environment, key, forecast} = course
  if (!forecast) throw new Error('a model without forecasts carries no policy')
  const stream = seedStream(episodeLabel(key, 'noise'))
  let {now} = course
  for (let step = 0; step < STEPS; step++) {
    const actions = Float64Array.from(policy(now.state, now.goal, stream), (value) => clip(value, -1, 1))
    const state = await forecast({now, actions, samples: 1, block: 1}, signal)
    now = {...now, state, step: now.step + 1}
    if (environment.success(state, now.goal)) return true
  }
  return false
}
