import {type Stream, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import type {Start} from '#world/model/situation'

const TASKS = 128

/** A task whose goal lies as far out as goals do: of many the one that is farthest in a drawn direction, so that corners are met as often as sides. */
export function edgeGoal(environment: Environment, stratum: string, stream: Stream): Start {
  const direction = Array.from({length: environment.goalSize}, () => 2 * stream.uniform() - 1)
  const reachOf = ({goal}: Start) => goal.reduce((sum, value, entry) => sum + value * (direction[entry] ?? 0), 0)
  let farthest = environment.reset(stream, stratum)
  for (let tried = 1; tried < TASKS; tried++) {
    const task = environment.reset(stream, stratum)
    if (reachOf(task) > reachOf(farthest)) farthest = task
  }
  return farthest
}

/** Whether its tasks have different goals. */
export function hasGoals(environment: Environment): boolean {
  const stream = seedStream('goals')
  const [one, other] = [0, 1].map(() => environment.reset(stream, environment.strata[0]).goal)
  return one?.some((value, entry) => value !== other?.[entry]) ?? false
}
