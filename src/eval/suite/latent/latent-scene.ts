import {type EpisodeKey, episodeLabel, seedStream} from '#random/stream'
import {pictureOf} from '#world/environment/pictures'
import {cos, sin} from '#world/math/trigonometry'
import type {Environment} from '#world/model/environment'
import {rollout} from '#world/model/rollout'
import {rasterise, SIDE} from '#world/picture/raster'
import {Tensor} from '#world/tensor/tensor'
import {randomEntries, startOfEpisode} from '../../kit/make-actions.ts'

/** Frames of one trajectory, in trials that follow each other. */
const FRAMES = 4
/** Environment steps between them: enough to move by pixels, too few to leave the picture. */
const STRIDES: Readonly<Record<string, number>> = {'cart-pole': 8}
const STRIDE = 3

type Visible = (state: ArrayLike<number>) => Readonly<Record<string, number>>

/** What of a state one frame shows: places, and angles by their sine and cosine where both move by pixels. */
const VISIBLE: Readonly<Record<string, Visible>> = {
  'double-integrator': ({0: x = 0, 1: y = 0}) => ({x, y}),
  pendulum: ({0: angle = 0}) => ({sin: sin(angle), cos: cos(angle)}),
  'cart-pole': ({0: x = 0, 2: angle = 0}) => ({x, sin: sin(angle)}),
  'two-room': ({0: x = 0, 1: y = 0}) => ({x, y}),
  'push-block': ({0: x = 0, 1: y = 0, 2: block_x = 0, 3: block_y = 0}) => ({x, y, block_x, block_y}),
}

/** A state as it is seen. */
export interface LatentScene {
  /** uint8 `[64, 64, 3]`. */
  readonly frame: Tensor
  /** What the frame shows of the state, by name. */
  readonly visible: Readonly<Record<string, number>>
}

/** The state of a trial: some steps under one held random action from a start that it shares with its neighbours. */
export function latentScene(environment: Environment, key: EpisodeKey): LatentScene {
  const see = VISIBLE[environment.id]
  if (!see) throw new Error(`nothing of ${environment.id} is known to be visible`)
  const trajectory = {...key, episode: trajectoryOf(key.episode)}
  const {state, goal} = startOfEpisode(environment, trajectory)
  const steps = (key.episode % FRAMES) * (STRIDES[environment.id] ?? STRIDE)
  const action = randomEntries(environment, seedStream(episodeLabel(trajectory, 'actions')), 1)
  const actions = Float64Array.from({length: steps * action.length}, (_, at) => action[at % action.length] ?? 0)
  const path = rollout(environment, {states: state, actions, samples: 1, steps})
  const now = steps === 0 ? state : path.slice(-environment.stateSize)
  const pixels = rasterise(pictureOf(environment, now, goal))
  return {frame: Tensor.of('uint8', [SIDE, SIDE, 3], pixels), visible: see(now)}
}

/** Which trajectory a trial belongs to: frames of one must not stand on both sides of a split. */
export function trajectoryOf(episode: number): number {
  return Math.floor(episode / FRAMES)
}
