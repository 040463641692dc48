import type {EnvironmentKey, Shift} from '../../model/environment.ts'
import {at} from '../../model/planar.ts'
import type {Start} from '../../model/situation.ts'
import {changed, delayShift, gainShift, goalShift, noiseShift, shift} from '../../model/usual-shifts.ts'
import {pushBlockDynamics} from './dynamics.ts'

export const PUSH_BLOCK: EnvironmentKey = 'push-block@1'

/** A fifth of the usual. */
const FRICTION = 0.1

export const PUSH_BLOCK_SHIFTS: readonly Shift[] = [
  shift(PUSH_BLOCK, 'friction', {friction: FRICTION}, (environment) =>
    changed(environment, pushBlockDynamics(FRICTION)),
  ),
  gainShift(PUSH_BLOCK),
  noiseShift(PUSH_BLOCK),
  delayShift(PUSH_BLOCK),
  goalShift(PUSH_BLOCK, {distance: 1.5}, farther),
]

/** Half as far again from the block. */
function farther({state, goal}: Start): number[] {
  return [0, 1].map((axis) => at(state, 2 + axis) + 1.5 * (at(goal, axis) - at(state, 2 + axis)))
}
