import type {JsonObject} from '#contract/json'

/** How state and goal lie in a scene. `read` is the inverse of `write` and throws `world_state_invalid` for a missing field. */
export interface SceneLayout {
  write(state: ArrayLike<number>, goal: ArrayLike<number>): SceneObject[]
  read(scene: SceneReader): {readonly state: number[]; readonly goal: number[]}
}

/** One thing in a scene: where it is, in metres, and what cannot be said by a position. */
export interface SceneObject {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly metadata?: JsonObject
}

/** Finite numbers by object and path, or `world_state_invalid`. */
export interface SceneReader {
  position(object: string): {readonly x: number; readonly y: number}
  metadata(object: string, path: readonly string[]): number
}
