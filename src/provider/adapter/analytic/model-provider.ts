import type {ProviderProfile} from '#contract/generated/types'
import {record} from '#contract/json'
import {AssayError} from '#error/assay-error'
import {ENVIRONMENTS, rulesOf} from '#world/environments'
import {controlOf} from '#world/model/action'
import type {Dynamics} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {rollOut} from '#world/model/rollout'
import {decodeState, encodeState} from '#world/model/scene'
import type {Start} from '#world/model/situation'
import type {WorldState} from '#world/model/world-state'
import {modelObjective} from '#world/planner/objective'
import {Tensor} from '#world/tensor/tensor'
import type {BatchRequest, Fields, PredictAnswer, PredictRequest, Provider, ScoreRequest} from '../../model/provider.ts'

/** The environment a world state belongs to, from its metadata. Throws `invalid_input` where it names none. */
export function environmentIn(state: WorldState): Environment {
  const id = record(state.metadata['environment'])?.['id']
  if (typeof id !== 'string') throw new AssayError('invalid_input', 'world state names no environment')
  return rulesOf(id)
}

/** The environment of a key such as `two-room@1`. Throws `env_unknown` for another version too: its rules are others. */
export function environmentFor(key: unknown): Environment {
  if (typeof key !== 'string')
    throw new AssayError('invalid_input', 'environment is not named', {detail: {field: 'info/environment'}})
  const environment = rulesOf(key.split('@')[0] ?? '')
  if (environment.key === key || environment.id === key) return environment
  const known = [...ENVIRONMENTS.values()].map((one) => one.key)
  throw new AssayError('env_unknown', 'there is no such version of the environment', {
    detail: {known, field: 'info/environment'},
  })
}

/** Where `info` says the world is and should be: `observation` `[stateSize]`, `goal` `[goalSize]`. */
export function startIn(info: Fields, environment: Environment): Start {
  return {
    state: numbersOf(info['observation'], 'observation', environment.stateSize),
    goal: numbersOf(info['goal'], 'goal', environment.goalSize),
  }
}

function numbersOf(value: unknown, name: string, size: number): Float64Array {
  const list: unknown = value instanceof Tensor ? [...value.toFloat64()] : value
  const isGood = Array.isArray(list) && list.length === size && list.every((item) => typeof item === 'number')
  if (!isGood) {
    throw new AssayError('invalid_input', `info field ${name} is not a list of ${size} numbers`, {
      detail: {field: `info/${name}`},
    })
  }
  return Float64Array.from(list)
}

const MOST_BLOCK = 1000
const SYNTHETIC = {evidence_class: 'synthetic'}

/** The rules a provider believes in; throws `invalid_input` for an environment it has none for. */
export type ModelOf = (environment: Environment) => Dynamics

/** A provider that predicts and scores with a model of the analytic environments, true or wrong. */
export function modelProvider(profile: ProviderProfile, modelOf: ModelOf): Provider {
  return {
    profile,
    descriptor: {
      action_types: ['control', 'move_to', 'noop'],
      observation: 'state',
      parallel_safe: true,
      lower_is_better: true,
      required: {observation: 1, goal: 1, environment: 0},
    },
    checks: {score: checkScore},
    predict: (request) => predicted(request, modelOf),
    predictBatch: (request) => ({states: rolledOut(request, modelOf), metadata: SYNTHETIC}),
    score: (request) => ({scores: scored(request, modelOf), lower_is_better: true, metadata: SYNTHETIC}),
    probe: (level) => ({level, ok: true, detail: 'in this process'}),
  }
}

function predicted({world_state, action, steps}: PredictRequest, modelOf: ModelOf): PredictAnswer {
  const environment = environmentIn(world_state)
  const model = modelOf(environment)
  const {state, goal, step} = decodeState(environment, world_state)
  // A servo looks at the state, so the control is asked for before every step.
  for (let done = 0; done < steps; done++) model.advance(state, 0, controlOf(environment, state, action), 0)
  return {state: encodeState(environment, {state, goal, step: step + steps}, world_state), metadata: SYNTHETIC}
}

function rolledOut({states, actions, environment: key}: BatchRequest, modelOf: ModelOf): Tensor {
  const environment = environmentFor(key)
  const model = modelOf(environment)
  const [samples = 0, steps = 0, actionSize] = actions.shape
  if (states.shape[1] !== model.stateSize || actionSize !== model.actionSize) {
    throw new AssayError(
      'invalid_tensor',
      `${environment.key} has states of ${model.stateSize} and actions of ${model.actionSize} numbers`,
    )
  }
  const path = rollOut(model, {states: states.elements, actions: actions.elements, samples, steps})
  return Tensor.over([samples, steps, model.stateSize], path)
}

/** Throws `env_unknown`, `invalid_candidates`, `invalid_input`. */
function checkScore({info, action_candidates}: ScoreRequest): void {
  const environment = environmentFor(info['environment'])
  if (action_candidates.shape[3] !== environment.actionSize) {
    throw new AssayError('invalid_candidates', `${environment.key} takes ${environment.actionSize} numbers an action`, {
      detail: {field: 'action_candidates'},
    })
  }
  const {action_block: block = environment.block} = info
  if (typeof block !== 'number' || !Number.isInteger(block) || block < 1 || block > MOST_BLOCK) {
    throw new AssayError('invalid_input', `info field action_block must be a whole number in 1..${MOST_BLOCK}`, {
      detail: {field: 'info/action_block'},
    })
  }
  startIn(info, environment)
}

/** True cost of each candidate under the model; every entry is held for `action_block` steps, by default as many as the environment's. */
function scored({info, action_candidates}: ScoreRequest, modelOf: ModelOf): number[] {
  const environment = environmentFor(info['environment'])
  const [, samples = 0, horizon = 0, actionSize = 0] = action_candidates.shape
  const block = Number(info['action_block'] ?? environment.block)
  const objective = modelObjective({environment, model: modelOf(environment), start: startIn(info, environment), block})
  return Array.from(objective({values: action_candidates.toFloat64(), samples, horizon, actionSize}).scores)
}
