import {environmentOf} from '../environments.ts'
import {delayed} from '../model/delayed.ts'
import type {Environment, Start} from '../model/environment.ts'
import {at} from '../model/planar.ts'
import type {Shift, ShiftedWorld, ShiftFactor} from '../model/shift.ts'
import {withGain, withMass} from '../model/variants.ts'
import {pushBlockDynamics} from './push-block/push-block.ts'
import {DOOR, type Door} from './two-room/door.ts'
import {doorExpert} from './two-room/door-expert.ts'
import {twoRoomDynamics} from './two-room/two-room.ts'

const MOVING = ['double-integrator', 'pendulum', 'cart-pole'] as const
const ALL = [...MOVING, 'two-room', 'push-block'] as const

/** Heavier by half, weaker by three tenths, a fifth of the friction, a late step, a blurred look: the exact model survives them by looking again. */
const MASS = 1.5
const GAIN = 0.7
const FRICTION = 0.1
const NOISE = 0.1
const DELAY_STEPS = 1
/** Downwards, away from the way that most starts take. */
const DOOR_MOVED = -0.03
const MOVED_DOOR: Door = {low: DOOR.low + DOOR_MOVED, high: DOOR.high + DOOR_MOVED}

/** Every world in which `robustness` tries a model, by environment and factor. */
export const SHIFTS: readonly Shift[] = [
  ...MOVING.map((id) =>
    shift(id, 'mass', {mass: MASS}, (environment) => changed(environment, withMass(id, MASS) ?? environment)),
  ),
  shift('push-block', 'friction', {friction: FRICTION}, (environment) =>
    changed(environment, pushBlockDynamics(FRICTION)),
  ),
  ...ALL.map((id) =>
    shift(id, 'gain', {gain: GAIN}, (environment) => changed(environment, withGain(environment, GAIN))),
  ),
  shift('two-room', 'door', {...MOVED_DOOR}, (environment) => ({
    environment: {...environment, ...twoRoomDynamics(MOVED_DOOR), door: MOVED_DOOR},
    expert: doorExpert((MOVED_DOOR.low + MOVED_DOOR.high) / 2),
  })),
  ...ALL.map((id) => shift(id, 'noise', {noise: NOISE}, (environment) => ({environment, noise: NOISE}))),
  ...ALL.map((id) =>
    shift(id, 'delay', {steps: DELAY_STEPS}, (environment) => {
      const {dynamics, ahead} = delayed(environment, DELAY_STEPS)
      return {...changed(environment, dynamics), ahead}
    }),
  ),
  shift('double-integrator', 'goals', {beyond: 1}, (environment) => goalsAt(environment, beyond)),
  shift('two-room', 'goals', {low: 0.65, high: 0.95}, (environment) => goalsAt(environment, upstairs)),
  shift('push-block', 'goals', {distance: 1.5}, (environment) => goalsAt(environment, farther)),
]

/** The shifts of an environment, in the order of the factors. */
export function shiftsOf({id}: Pick<Environment, 'id'>): readonly Shift[] {
  return SHIFTS.filter(({environment}) => environment.startsWith(`${id}@`))
}

function shift(
  id: string,
  factor: ShiftFactor,
  parameters: Shift['parameters'],
  world: (environment: Environment) => ShiftedWorld,
): Shift {
  return {factor, version: 1, environment: environmentOf(id).key, parameters, world}
}

function changed(environment: Environment, dynamics: Pick<Environment, 'advance'>): ShiftedWorld {
  return {environment: {...environment, advance: dynamics.advance}}
}

/** The same starts with other goals. */
function goalsAt(environment: Environment, move: (start: Start) => number[]): ShiftedWorld {
  const reset: Environment['reset'] = (stream, stratum) => {
    const start = environment.reset(stream, stratum)
    return {...start, goal: Float64Array.from(move(start))}
  }
  return {environment: {...environment, reset}}
}

/** A metre farther out in each axis: where no goal has been. */
function beyond({goal}: Start): number[] {
  return Array.from(goal, (value) => (value < 0 ? value - 1 : value + 1))
}

/** The heights of all goals, [.05, .95], pressed into [.65, .95]: round the upper edge of the door, always. */
function upstairs({goal}: Start): number[] {
  return [at(goal, 0), 0.65 + (at(goal, 1) - 0.05) / 3]
}

/** Half as far again from the block. */
function farther({state, goal}: Start): number[] {
  return [0, 1].map((axis) => at(state, 2 + axis) + 1.5 * (at(goal, axis) - at(state, 2 + axis)))
}
