import {type EpisodeKey, episodeLabel, seedStream} from '#random/stream'
import {Action, controlOf} from '#world/model/action'
import type {Environment} from '#world/model/environment'
import type {Start} from '#world/model/situation'
import {drawPlace} from '../../kit/places.ts'
import {stepTolerance} from './step-tolerance.ts'

/** In tolerances of a step: the distance of a target that is hardly farther away than one step, so that it may be overshot. */
const NEAR = 150

/** The goal, a place close by, or the goal of another start; at full speed, which it is as well where none is said, or slower; its height says nothing in a plane. */
export function drawTarget(
  environment: Environment,
  {now, key, set}: {readonly now: Start; readonly key: EpisodeKey; readonly set: string},
): Action {
  const stream = seedStream(`${episodeLabel(key, 'noise')}|${set}|target`)
  const limits = stepTolerance(environment)
  const close = (axis: number) => (now.state[axis] ?? 0) + NEAR * (limits[axis] ?? 0) * (2 * stream.uniform() - 1)
  const kinds = [() => now.goal, () => [close(0), close(1)], () => drawPlace(environment, 'usual', stream).goal]
  const [x = 0, y = 0] = kinds[stream.int(kinds.length)]?.() ?? []
  const speeds = [() => ({speed: 1}), () => ({}), () => ({speed: 0.2 + 0.8 * stream.uniform()})]
  const z = stream.int(2) === 0 ? 0 : 2 * stream.uniform() - 1
  return Action.of('move_to', {target: {x, y, z}, ...speeds[stream.int(speeds.length)]?.()})
}

/** What is told of a target behind its name: words that it leaves out. */
export function unsaidIn({type, parameters}: Action): string {
  return type === 'move_to' && parameters['speed'] === undefined ? ' without a speed' : ''
}

/** What an action commands in a state: what it says, what the servo of the environment makes of it, or nothing. */
export function commandUnder(environment: Environment, state: ArrayLike<number>, target: Action): Float64Array {
  return Float64Array.from(controlOf(environment, state, target))
}
