import {finite, record} from '#contract/json'
import {invalidInput} from '#error/invalid-input'
import type {Action} from './action.ts'
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
