import type {Dynamics} from '../../model/dynamics.ts'
import {at} from '../../model/planar.ts'
import {playOn} from './collisions.ts'

/** Seconds of a step. */
export const DT = 0.05

/** Discs on the table, and the radius of each in metres. */
export const DISCS = 3
export const DISC_RADIUS = 0.06

/** Error scales of a place in metres, and of a speed in metres a second. */
export const PLACE = 0.25
export const SPEED = 0.35

/** Discs that keep `restitution` of their speed in each collision: 1 is elastic, less loses energy, more makes it. */
export function billiardDynamics(restitution: number): Dynamics {
  return {
    stateSize: 4 * DISCS,
    actionSize: 1,
    advance(states, from) {
      playOn(states, from, DT, {discs: DISCS, radius: DISC_RADIUS, restitution})
    },
  }
}

/** Kinetic energy of a state, for discs of 1 kg, in joules. */
export function energyOf(state: ArrayLike<number>): number {
  let energy = 0
  for (let disc = 0; disc < DISCS; disc++) {
    const [vx, vy] = [at(state, 4 * disc + 2), at(state, 4 * disc + 3)]
    energy += 0.5 * (vx * vx + vy * vy)
  }
  return energy
}
