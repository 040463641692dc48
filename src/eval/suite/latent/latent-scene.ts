import type {SightedTranslator} from '#provider/translator/translator'
import {type EpisodeKey, episodeLabel, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {rollOut} from '#world/model/rollout'
import type {Situation} from '#world/model/situation'
import {PICTURE_SIDE, rasterise} from '#world/picture/raster'
import {pictureOf} from '#world/picture/view'
import {Tensor} from '#world/tensor/tensor'
import {randomEntries, startOfEpisode} from '../../kit/make-actions.ts'
import {TRAJECTORY_FRAMES, trajectoryNumber} from './trajectories.ts'

/** A state as it is seen. */
export interface LatentScene {
  /** uint8 `[64, 64, 3]`, unless the caller's translator says otherwise. */
  readonly frame: Tensor
  /** What the frame shows of the state, by name. */
  readonly visible: Readonly<Record<string, number>>
}

/** The state of a trial: some steps under one held random action from a start that it shares with its neighbours. */
export function latentScene(environment: Environment, key: EpisodeKey, shown?: SightedTranslator): LatentScene {
  const readout = environment.view?.readout
  if (!readout) throw new Error(`nothing of ${environment.id} is known to be visible`)
  const trajectory = {...key, episode: trajectoryNumber(key.episode)}
  const {state: usual, goal} = startOfEpisode(environment, trajectory)
  const apart = seedStream(episodeLabel(trajectory, 'noise'))
  const offset = readout.scatter?.(() => 2 * apart.uniform() - 1)
  const state = usual.map((value, at) => value + (offset?.[at] ?? 0))
  const steps = (key.episode % TRAJECTORY_FRAMES) * readout.stride
  const action = randomEntries(environment, seedStream(episodeLabel(trajectory, 'actions')), 1)
  const actions = Float64Array.from({length: steps * action.length}, (_, at) => action[at % action.length] ?? 0)
  const path = rollOut(environment, {states: state, actions, samples: 1, steps})
  const now = steps === 0 ? state : path.slice(-environment.stateSize)
  const sight = {environment, now: {state: Float64Array.from(now), goal, step: steps}}
  return {frame: shown?.frame?.(sight) ?? usualFrame(sight), visible: readout.of(now)}
}

function usualFrame({environment, now}: {readonly environment: Environment; readonly now: Situation}): Tensor {
  const pixels = rasterise(pictureOf(environment, now.state, now.goal))
  return Tensor.of('uint8', [PICTURE_SIDE, PICTURE_SIDE, 3], pixels)
}
