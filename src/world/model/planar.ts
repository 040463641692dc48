import {clip} from './dynamics.ts'
import type {SceneObject, SceneReader} from './layout.ts'

/** Distance in the plane between the first two entries of two states. */
export function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const x = at(a, 0) - at(b, 0)
  const y = at(a, 1) - at(b, 1)
  return Math.sqrt(x * x + y * y)
}

/** Control of a bounded servo: toward the target, at most `stepLength` per axis and step, so never a jump. */
export function toward(
  state: ArrayLike<number>,
  target: {readonly x: number; readonly y: number},
  stepLength: number,
): number[] {
  return [clip((target.x - at(state, 0)) / stepLength, -1, 1), clip((target.y - at(state, 1)) / stepLength, -1, 1)]
}

/** An object where the entries of `values` from `index` on say. */
export function thing(id: string, values: ArrayLike<number>, index = 0): SceneObject {
  return {id, x: at(values, index), y: at(values, index + 1)}
}

/** Where an object of the scene is. Throws `world_state_invalid` when it is missing. */
export function pointOf(scene: SceneReader, id: string): [number, number] {
  const {x, y} = scene.position(id)
  return [x, y]
}

/** An entry of a state; NaN where there is none, so that a state of the wrong size is never a success. */
export function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? Number.NaN
}
