import {type EpisodeKey, episodeLabel, type Stream, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {holdActions, rollOut} from '#world/model/rollout'
import type {Situation} from '#world/model/situation'
import {modelObjective} from '#world/planner/objective'
import {planActions} from '#world/planner/plan-actions'
import {planShape, presetConfig} from '#world/planner/presets'
import {makeOracleController} from './make-controller.ts'

/** Candidates a ranking looks at. */
export const RANKED = 64

/** The situation an episode starts from. */
export function startOfEpisode(environment: Environment, key: EpisodeKey): Situation {
  return {...environment.reset(seedStream(episodeLabel(key, 'reset')), key.stratum), step: 0}
}

/** Uniform plan entries, flat `[entries, actionSize]`. */
export function randomEntries({actionSize}: Environment, stream: Stream, entries: number): Float64Array {
  return new Float64Array(entries * actionSize).map(() => 2 * stream.uniform() - 1)
}

/** Random actions as a planner tries them: each entry held for the environment's block. `[steps, actionSize]`. */
export function randomActions(environment: Environment, key: EpisodeKey, steps: number): Float64Array {
  const {actionSize, block} = environment
  const stream = seedStream(episodeLabel(key, 'actions'))
  const entries = randomEntries(environment, stream, Math.ceil(steps / block))
  return holdActions(entries, actionSize, block).slice(0, steps * actionSize)
}

/**
 * Actions on the way to the goal: the expert's where there is one, else plans of the exact-model planner, each run to its end. They go on
 * after success. `[steps, actionSize]`.
 */
export async function makeReferenceActions(
  environment: Environment,
  key: EpisodeKey,
  steps: number,
  signal: AbortSignal,
): Promise<Float64Array> {
  const {actionSize, stateSize, block, horizon} = environment
  const config = {...presetConfig('quick', planShape(environment)), execute_k: horizon}
  const controller = makeOracleController(environment, config, seedStream(episodeLabel(key, 'plan')))
  const actions = new Float64Array(steps * actionSize)
  let now = startOfEpisode(environment, key)
  while (now.step < steps) {
    const decision = await controller.decide(now, signal)
    if (decision.kind !== 'act') throw new Error('a reference has no budget to spend')
    const held = holdActions(decision.actions, actionSize, block)
    const count = Math.min(steps - now.step, held.length / actionSize)
    actions.set(held.subarray(0, count * actionSize), now.step * actionSize)
    const path = rollOut(environment, {states: now.state, actions: held, samples: 1, steps: count})
    now = {...now, state: path.slice(-stateSize), step: now.step + count}
  }
  return actions
}

/** Candidates where a planner looks last from a start: the final population of the exact-model planner. `[RANKED, horizon, actionSize]`. */
export async function makeNearElites(
  environment: Environment,
  key: EpisodeKey,
  start: Situation,
  signal: AbortSignal,
): Promise<Float64Array> {
  const config = {...presetConfig('quick', planShape(environment)), num_samples: RANKED, num_elites: RANKED / 8}
  const costs = modelObjective({environment, model: environment, start, block: environment.block})
  let last = new Float64Array()
  const stream = seedStream(episodeLabel(key, 'plan'))
  const {actionSize} = environment
  const evaluate: typeof costs = (candidates) => {
    last = candidates.values.slice()
    return costs(candidates)
  }
  await planActions({config, actionSize, evaluate, stream, signal})
  return last
}
