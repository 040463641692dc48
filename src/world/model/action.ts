import {copyJson, finite, type Json, type JsonObject, jsonFault, record} from '#contract/json'
import {invalidInput} from '#error/assay-error'
import {clip} from './dynamics.ts'
import type {Environment} from './environment.ts'

const MOST_STEPS = 100_000

/**
 * Control values of an action in a state: `control` as given, `move_to` through the environment's servo, `noop` zeros. `[actionSize]`.
 * Throws `invalid_input` for a kind or size the environment does not take. Call it before every step: a servo looks at the state.
 */
export function controlOf(environment: Environment, state: ArrayLike<number>, action: Action): number[] {
  const {type, parameters} = action
  if (type === 'noop') return new Array<number>(environment.actionSize).fill(0)
  if (type === 'control') return given(environment, parameters['u'])
  if (type !== 'move_to') throw invalidInput(`${environment.id} does not take this kind of action`, hintOf(environment))
  const target = record(parameters['target'])
  const [x, y] = [finite(target?.['x']), finite(target?.['y'])]
  const speed = finite(parameters['speed'] ?? 1)
  if (x === undefined || y === undefined || speed === undefined)
    throw invalidInput('move_to needs a finite target and speed')
  return environment.servo(state, {x, y}).map((value) => clip(value, -speed, speed))
}

/** A number of environment steps for one prediction. Throws `invalid_input` unless it is a whole number in 1..100 000. */
export function checkSteps(steps: unknown): number {
  if (typeof steps === 'number' && Number.isInteger(steps) && steps >= 1 && steps <= MOST_STEPS) return steps
  throw invalidInput(`steps must be a whole number in 1..${MOST_STEPS}`)
}

function given(environment: Environment, u: unknown): number[] {
  const values = Array.isArray(u) ? u.map(finite) : []
  const numbers = values.filter((value) => value !== undefined)
  if (numbers.length === environment.actionSize && values.length === numbers.length) return numbers
  throw invalidInput(`control of ${environment.id} needs ${environment.actionSize} finite numbers`)
}

function hintOf({actionTypes}: Environment): string {
  return `Use one of: ${[...actionTypes, 'noop'].join(', ')}.`
}

const LIMITS = {depth: 32, size: 1024 * 1024}
const KIND = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/

/** What to do for one step: a kind and its parameters. Kinds are open; environments say which they take. */
export interface Action {
  readonly type: string
  readonly parameters: JsonObject
}

/** A place, in metres. */
export type Position = {readonly x: number; readonly y: number; readonly z: number}
type MoveOptions = {readonly speed?: number; readonly objectId?: string}
/** Two opposite corners, in metres. */
export type Box = {readonly min: Position; readonly max: Position}
/** Where something new stands and how large it is, in metres. */
export type SpawnOptions = {readonly position?: Position; readonly bbox?: Box}

const ABOVE_FLOOR: Position = {x: 0, y: 0.5, z: 0}
const SMALL_BOX: Box = {min: {x: -0.05, y: -0.05, z: -0.05}, max: {x: 0.05, y: 0.05, z: 0.05}}

/** Toward a target position, in metres, at a share `speed` of the top speed; never a jump. */
function moveTo(x: number, y: number, z: number, options: MoveOptions = {}): Action {
  const {speed = 1, objectId} = options
  return of('move_to', {target: {x, y, z}, speed, ...(objectId === undefined ? {} : {object_id: objectId})})
}

/** Makers of actions. All check what they are given and throw `invalid_input`; `move_to` is `moveTo`. */
export const Action = {
  moveTo,
  move_to: moveTo,
  /** Control values, each in -1..1 of the environment's range. */
  control: (u: readonly number[]): Action => of('control', {u: [...u]}),
  /** A point of a model's latent action space. */
  latent: (values: readonly number[]): Action => of('latent', {values: [...values]}),
  noop: (): Action => of('noop', {}),
  spawnObject: (name: string, {position = ABOVE_FLOOR, bbox = SMALL_BOX}: SpawnOptions = {}): Action =>
    of('spawn_object', {name, position: {...position}, bbox: {min: {...bbox.min}, max: {...bbox.max}}}),
  of,
}

function of(kind: string, parameters: JsonObject = {}): Action {
  return checkAction({type: kind, parameters})
}

/**
 * An action from outside: `{type, parameters}`, or a single key that is the kind. Throws `invalid_input` for anything that is not plain
 * JSON, has other keys, or lacks what a known kind needs.
 */
export function checkAction(value: unknown): Action {
  const fault = jsonFault(value, LIMITS)
  if (fault) throw invalidInput(`action ${fault.pointer || 'as a whole'} ${fault.message}`)
  const body = record(value)
  if (!body) throw invalidInput('action is not an object')
  const {type, parameters} = 'type' in body ? typed(body) : single(body)
  if (typeof type !== 'string' || !KIND.test(type)) throw invalidInput('action type is not a name')
  const given = record(parameters)
  if (!given) throw invalidInput('action parameters are not an object')
  checkParameters(type, given)
  return {type, parameters: copyJson(given) as {[key: string]: Json}}
}

function typed(body: Readonly<Record<string, unknown>>): {type: unknown; parameters: unknown} {
  const {type, parameters = {}, ...more} = body
  if (Object.keys(more).length > 0) throw invalidInput('action has keys other than type and parameters')
  return {type, parameters}
}

function single(body: Readonly<Record<string, unknown>>): {type: unknown; parameters: unknown} {
  const [entry, ...more] = Object.entries(body)
  if (!entry || more.length > 0) throw invalidInput('action needs a type, or its kind as the single key')
  return {type: entry[0], parameters: entry[1]}
}

function checkParameters(type: string, parameters: Readonly<Record<string, unknown>>): void {
  if (type === 'control') checkNumbers(type, parameters['u'])
  if (type === 'latent') checkNumbers(type, parameters['values'])
  if (type !== 'move_to') return
  const target = record(parameters['target'])
  if (!target || ['x', 'y', 'z'].some((axis) => finite(target[axis]) === undefined)) {
    throw invalidInput('move_to needs a target with finite x, y and z')
  }
  const speed = parameters['speed'] ?? 1
  if (typeof speed !== 'number' || speed <= 0) throw invalidInput('move_to speed is not above 0')
}

function checkNumbers(type: string, values: unknown): void {
  if (!Array.isArray(values) || values.length === 0 || values.some((value) => finite(value) === undefined)) {
    throw invalidInput(`${type} needs a list of finite numbers`)
  }
}
