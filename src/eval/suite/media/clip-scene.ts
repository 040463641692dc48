import {pictureOfRgb, writeAvi} from '#provider/media/avi-writer'
import type {ClipAnswer} from '#provider/model/provider'
import {pick} from '#random/pick'
import {type EpisodeKey, episodeLabel, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {rollOut} from '#world/model/rollout'
import {PICTURE_SIDE, rasterise} from '#world/picture/raster'
import {pictureOf} from '#world/picture/view'
import {drawMotion, drawSpot, type Motion, type Spot} from './clip-motion.ts'
import {clipPrompt} from './clip-prompt.ts'
import {CLIP_FRAMES, FPS, SECONDS, STAGES} from './clip-stages.ts'

/** A true clip, and the words that ask for it. */
export interface ClipScene {
  readonly prompt: string
  readonly motion: Motion
  /** RGB frames `[64, 64, 3]`. */
  readonly frames: readonly Uint8Array[]
  /** Where the body truly is in each frame. */
  readonly path: readonly Spot[]
}

/** The scene of a trial: the environment itself moves, and its view is what is seen. With `purpose` another motion of the same body. */
export function clipScene(environment: Environment, key: EpisodeKey, purpose: 'reset' | 'noise' = 'reset'): ClipScene {
  const stage = STAGES[environment.id]
  if (!stage) throw new Error(`${environment.id} has no clips`)
  const stream = seedStream(episodeLabel(key, purpose))
  const room = pick(stage.rooms, stream)
  const motion = drawMotion(room, stream)
  const goal = worldSpot(environment, drawSpot(pick(stage.rooms, stream), stream))
  const [from, to] = [worldSpot(environment, motion.from), worldSpot(environment, motion.to)]
  const {state, action} = stage.begin(from, {x: to.x - from.x, y: to.y - from.y})
  const states = statesOf(environment, state, action)
  const pictures = states.map((one) => pictureOf(environment, one, [goal.x, goal.y]))
  const [first, last] = [pictures[0], pictures.at(-1)]
  if (!first || !last) throw new Error('a clip has frames')
  return {
    prompt: clipPrompt(first, last, {words: motion.words, seconds: SECONDS}),
    motion,
    frames: pictures.slice(0, CLIP_FRAMES).map((picture) => rasterise(picture)),
    path: states.slice(0, CLIP_FRAMES).map((one) => pictureSpot(environment, {x: one[0] ?? 0, y: one[1] ?? 0})),
  }
}

/** Frames of the true size and rate as a clip in memory. */
export function encodeClip(frames: readonly Uint8Array[]): ClipAnswer {
  return {
    fps: FPS,
    resolution: [PICTURE_SIDE, PICTURE_SIDE],
    duration_seconds: frames.length / FPS,
    media_type: 'video/x-msvideo',
    bytes: writeAvi(
      frames.map((frame) => pictureOfRgb(frame, PICTURE_SIDE, PICTURE_SIDE)),
      FPS,
    ),
  }
}

/** The states of every frame, and the one after the last. */
function statesOf(environment: Environment, state: readonly number[], action: readonly number[]): Float64Array[] {
  const {stateSize, actionSize} = environment
  const actions = Float64Array.from({length: CLIP_FRAMES * actionSize}, (_, at) => action[at % actionSize] ?? 0)
  const path = rollOut(environment, {states: Float64Array.from(state), actions, samples: 1, steps: CLIP_FRAMES})
  const after = Array.from({length: CLIP_FRAMES}, (_, at) => path.slice(at * stateSize, (at + 1) * stateSize))
  return [Float64Array.from(state), ...after]
}

function worldSpot(environment: Environment, {x, y}: Spot): Spot {
  const {low, high} = pictureOf(environment, [], [])
  return {x: low + x * (high - low), y: high - y * (high - low)}
}

function pictureSpot(environment: Environment, {x, y}: Spot): Spot {
  const {low, high} = pictureOf(environment, [], [])
  return {x: (x - low) / (high - low), y: (high - y) / (high - low)}
}
