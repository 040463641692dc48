import {record} from '#contract/json'
import {AssayError} from '#error/assay-error'
import {ENVIRONMENTS, rulesOf} from '#world/environments'
import type {Environment} from '#world/model/environment'
import type {Start} from '#world/model/situation'
import type {WorldState} from '#world/model/world-state'
import {Tensor} from '#world/tensor/tensor'
import type {Fields} from '../../model/provider.ts'

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
