import {AssayError} from '#error/assay-error'
import {nearestHint} from '#error/nearest'
import {billiard} from './billiard.ts'
import {cartPole} from './cart-pole.ts'
import {doubleIntegrator} from './double-integrator.ts'
import type {Environment} from './environment.ts'
import {pendulum} from './pendulum.ts'
import {pushBlock} from './push-block.ts'
import {twoRoom} from './two-room.ts'

const ALL = [doubleIntegrator, pendulum, cartPole, twoRoom, pushBlock]

/** The environments that have a task, by id. */
export const ENVIRONMENTS: ReadonlyMap<string, Environment> = new Map(ALL.map((one) => [one.id, one]))

/** The same with those that have none, for suites of laws. */
export const WORLDS: ReadonlyMap<string, Environment> = new Map([...ENVIRONMENTS, [billiard.id, billiard]])

/** The environment of an id such as `two-room`. Throws `env_unknown` with the known ones. */
export function environmentOf(id: string): Environment {
  return demand(id, ENVIRONMENTS)
}

/** The same with those that are for predictions only, which have no task. Throws `env_unknown` with the known ones. */
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
