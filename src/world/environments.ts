import {AssayError} from '#error/assay-error'
import {nearestHint} from '#error/nearest'
import {billiard} from './environment/billiard/billiard.ts'
import {cartPole} from './environment/cart-pole/cart-pole.ts'
import {doubleIntegrator} from './environment/double-integrator/double-integrator.ts'
import {pendulum} from './environment/pendulum/pendulum.ts'
import {pushBlock} from './environment/push-block/push-block.ts'
import {twoRoom} from './environment/two-room/two-room.ts'
import type {Environment, Shift} from './model/environment.ts'
import {SHIFT_FACTORS} from './model/shift-factor.ts'

const ALL = [doubleIntegrator, pendulum, cartPole, twoRoom, pushBlock]

/** The environments that have a task, by id. */
export const ENVIRONMENTS: ReadonlyMap<string, Environment> = new Map(ALL.map((one) => [one.id, one]))

/** Every environment, also those without a task, for suites of laws. */
export const WORLDS: ReadonlyMap<string, Environment> = new Map([...ENVIRONMENTS, [billiard.id, billiard]])

/** Environments in which something is solid, by id. */
export const WITH_SOLIDS: readonly string[] = [...ENVIRONMENTS.values()].flatMap(({id, solid}) => (solid ? [id] : []))

/** Every world in which `robustness` tries a model: factor by factor, in the order of the environments. */
export const SHIFTS: readonly Shift[] = SHIFT_FACTORS.flatMap((factor) =>
  [...ENVIRONMENTS.values()].flatMap(({shifts = []}) => shifts.filter((shift) => shift.factor === factor)),
)

/** The environment of an id such as `two-room`. Throws `env_unknown` with the known ones. */
export function environmentOf(id: string): Environment {
  return demand(id, ENVIRONMENTS)
}

/** An environment by name, also one that is for predictions only and has no task. Throws `env_unknown` with the known ones. */
export function rulesOf(id: string): Environment {
  return demand(id, WORLDS)
}

function demand(id: string, all: ReadonlyMap<string, Environment>): Environment {
  const found = all.get(id)
  if (found) return found
  const known = [...all.keys()]
  throw new AssayError('env_unknown', 'there is no such environment', {
    hint: nearestHint(id, known),
    detail: {known},
    given: id,
  })
}
