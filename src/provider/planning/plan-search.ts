import {record} from '#contract/json'
import {AssayError} from '#error/assay-error'
import {ENVIRONMENTS} from '#world/environments'
import {Action} from '#world/model/action'
import type {Environment} from '#world/model/environment'
import {costToGoal} from '#world/model/goal-cost'
import {holdActions, LAST_WEIGHT} from '#world/model/rollout'
import {decodeState, encodeState} from '#world/model/scene'
import {checkWorldState, type WorldState} from '#world/model/world-state'
import {adjustConfig, type PlannerConfig} from '#world/planner/config'
import {planShape, presetConfig} from '#world/planner/presets'
import type {Evaluate} from '#world/planner/search'
import {Tensor} from '#world/tensor/tensor'
import type {Description} from '../call/open-provider.ts'
import type {CallOptions} from '../model/call-options.ts'
import {violation} from '../model/provider-fault.ts'
import {type CheckedPlan, infoWithGoal} from './action-plan.ts'
import type {PlanLibrary} from './plan-library.ts'

/** A search that is about to begin: what is searched, and who judges it. */
export interface PlanSearch {
  readonly preset: string
  readonly config: PlannerConfig
  readonly actionSize: number
  readonly evaluate: Evaluate
}

/** The provider that a search asks, and the limits of each of its calls. */
interface Asked {
  readonly library: Pick<PlanLibrary, 'predict' | 'predictBatch' | 'score'>
  readonly options: CallOptions
}

/** Throws `invalid_input`, `preset_unknown`, `world_state_invalid` before the provider is asked. */
export function searchOf(plan: CheckedPlan, {descriptor, batched}: Description, asked: Asked): PlanSearch {
  const world = plan.mode === 'predict' ? checkWorldState(plan.worldState) : undefined
  const environment = environmentNamed(
    world ? record(world.metadata['environment'])?.['id'] : plan.info?.['environment'],
  )
  const actionSize = environment?.actionSize ?? descriptor.action_dim
  if (actionSize === undefined)
    throw new AssayError('invalid_input', 'how many numbers an action has is not known', {
      hint: 'Name a known environment in the world state or info, or let the provider describe action_dim.',
    })
  const {preset = environment ? 'standard' : 'default', ...own} = plan.planner ?? {}
  const {name, config} = adjustConfig(preset, presetConfig(preset, environment && planShape(environment)), own)
  if (!world) return {preset: name, config, actionSize, evaluate: byScore(plan, asked)}
  const cost = costToGoal(plan.goal, world, environment)
  const place = {provider: plan.provider, world, cost, block: config.action_block, asked}
  const evaluate = batched && environment ? byBatch(place, environment) : byPredict(place)
  return {preset: name, config, actionSize, evaluate}
}

/** By id or key, such as `two-room` or `two-room@1`; undefined for a world of the host's own. */
function environmentNamed(name: unknown): Environment | undefined {
  if (typeof name !== 'string') return undefined
  const environment = ENVIRONMENTS.get(name.split('@')[0] ?? '')
  return environment && (name === environment.id || name === environment.key) ? environment : undefined
}

function byScore({provider, goal, info = {}}: CheckedPlan, {library, options}: Asked): Evaluate {
  const told = infoWithGoal(info, goal)
  return ({values, samples, horizon, actionSize}, signal) => {
    const action_candidates = Tensor.over([1, samples, horizon, actionSize], values.slice())
    return library.score({info: told, action_candidates}, provider, {...options, signal})
  }
}

interface Place {
  readonly provider: string
  readonly world: WorldState
  readonly cost: (world: WorldState) => number
  /** Steps for which a plan entry is held. */
  readonly block: number
  readonly asked: Asked
}

/** One call a plan entry, each from the world before it. */
function byPredict({provider, world, cost, block, asked: {library, options}}: Place): Evaluate {
  return async ({values, samples, horizon, actionSize}, signal) => {
    const scores = new Float64Array(samples)
    for (let sample = 0; sample < samples; sample++) {
      let now = world
      for (let entry = 0; entry < horizon; entry++) {
        const from = (sample * horizon + entry) * actionSize
        const action = Action.control(Array.from(values.subarray(from, from + actionSize)))
        now = (await library.predict(now, action, block, provider, {...options, signal})).state
        scores[sample] = (scores[sample] ?? 0) + weightOf(entry, horizon) * cost(now)
      }
    }
    return {scores, lower_is_better: true}
  }
}

/** All candidates at once, for providers that take rollouts in a known environment. */
function byBatch({provider, world, cost, block, asked: {library, options}}: Place, environment: Environment): Evaluate {
  const {state, goal, step} = decodeState(environment, world)
  const {stateSize, key} = environment
  return async ({values, samples, horizon, actionSize}, signal) => {
    const held = holdActions(values, actionSize, block)
    const request = {
      states: Tensor.of('float64', [1, stateSize], state),
      actions: Tensor.of('float64', [samples, horizon * block, actionSize], held),
      environment: key,
    }
    const path = (await library.predictBatch(request, provider, {...options, signal})).states.toFloat64()
    if (path.length !== samples * horizon * block * stateSize) throw violation('the batch of states has another shape')
    const scores = new Float64Array(samples)
    for (let at = 0; at < samples * horizon; at++) {
      const end = (at + 1) * block * stateSize
      const seen = {state: path.slice(end - stateSize, end), goal, step: step + ((at % horizon) + 1) * block}
      const sample = Math.floor(at / horizon)
      scores[sample] =
        (scores[sample] ?? 0) + weightOf(at % horizon, horizon) * cost(encodeState(environment, seen, world))
    }
    return {scores, lower_is_better: true}
  }
}

/** The end of a plan counts most, as everywhere. */
function weightOf(entry: number, horizon: number): number {
  return entry + 1 === horizon ? LAST_WEIGHT : 1
}
