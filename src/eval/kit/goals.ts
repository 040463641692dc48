import {type Stream, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import type {Start} from '#world/model/situation'

const TRIES = 96
/** In error scales: how far the first tries reach, and the number of tries after which the reach has halved. */
const FAR = 16
const HALVED_AFTER = 12
/** Number of tasks of which the one with the farthest goal is taken. */
const TASKS = 128

/**
 * A situation close to the end of its task: a search for a cheap state, as the environment costs it, ever nearer to the best one found. Each is
 * taken as the rules leave it when nothing is commanded, so that none lies inside a wall.
 */
export function nearGoal<Place extends Start>(environment: Environment, start: Place, stream: Stream): Place {
  const {sigma, actionSize} = environment
  const still = new Float64Array(actionSize)
  let [best, least] = [start.state, environment.cost(start.state, start.goal)]
  for (let tried = 0; tried < TRIES; tried++) {
    const reach = FAR * 2 ** (-tried / HALVED_AFTER)
    const state = best.map((value, entry) => value + reach * (2 * stream.uniform() - 1) * (sigma[entry] ?? 0))
    environment.advance(state, 0, still, 0)
    const cost = environment.cost(state, start.goal)
    if (cost < least) [best, least] = [state, cost]
  }
  return {...start, state: best}
}

/** A task whose goal lies as far out as goals do: of many the one that is farthest in a drawn direction, so that corners are met as often as sides. */
export function edgeGoal(environment: Environment, stratum: string, stream: Stream): Start {
  const direction = Array.from({length: environment.goalSize}, () => 2 * stream.uniform() - 1)
  return most(tasksOf(environment, stratum, stream), ({goal}) =>
    goal.reduce((sum, value, entry) => sum + value * (direction[entry] ?? 0), 0),
  )
}

/** A task whose goal lies at a side of where goals lie: an entry of it is the least or the most there is, or lies beside the widest gap between them. `turn`: which of these, one after the other. */
export function sideGoal(environment: Environment, stratum: string, stream: Stream, turn: number): Start {
  const entry = turn % environment.goalSize
  const value = ({goal}: Start) => goal[entry] ?? Number.NaN
  const tasks = tasksOf(environment, stratum, stream).sort((one, other) => value(one) - value(other))
  const gapAfter = tasks.slice(1).map((task, at) => value(task) - value(tasks[at] ?? task))
  const gap = gapAfter.indexOf(Math.max(...gapAfter))
  const sides = [0, tasks.length - 1, gap, gap + 1]
  const side = Math.floor(turn / environment.goalSize) % sides.length
  return tasks[sides[side] ?? 0] ?? environment.reset(stream, stratum)
}

/** The start of a task with the task done, exactly where its goal lies; as it is in a world that cannot say where that would be. */
export function doneStart({atGoal}: Pick<Environment, 'atGoal'>, {state, goal}: Start): Start {
  return {state: atGoal ? Float64Array.from(atGoal(state, goal)) : state, goal}
}

/** A task whose goal is one number over and over, where goals lie around that number in each of their entries. */
export function equalGoal(environment: Environment, stratum: string, stream: Stream, turn: number): Start {
  const tasks = tasksOf(environment, stratum, stream)
  const entries = Array.from({length: environment.goalSize}, (_, entry) => tasks.map(({goal}) => goal[entry] ?? 0))
  const lieAround = (value: number) => entries.every((all) => Math.min(...all) <= value && value <= Math.max(...all))
  const task = tasks.find(({goal: [first = Number.NaN]}) => lieAround(first))
  return task ? {...task, goal: task.goal.fill(task.goal[0] ?? 0)} : sideGoal(environment, stratum, stream, turn)
}

/** A task whose goal has numbers that are exactly 0, each as often as not, where goals lie on both sides of it. */
export function zeroGoal(environment: Environment, stratum: string, stream: Stream): Start {
  const tasks = tasksOf(environment, stratum, stream)
  const [task = environment.reset(stream, stratum)] = tasks
  const lieAround = (entry: number) => {
    const values = tasks.map(({goal}) => goal[entry] ?? Number.NaN)
    return Math.min(...values) < 0 && Math.max(...values) > 0
  }
  return {...task, goal: task.goal.map((value, entry) => (stream.int(2) === 0 && lieAround(entry) ? 0 : value))}
}

/** A task whose goal lies in the middle of where goals lie. */
export function midGoal(environment: Environment, stratum: string, stream: Stream): Start {
  const tasks = tasksOf(environment, stratum, stream)
  const entries = Array.from({length: environment.goalSize}, (_, entry) => {
    const values = tasks.map(({goal}) => goal[entry] ?? 0)
    const [low, high] = [Math.min(...values), Math.max(...values)]
    return {middle: (low + high) / 2, reach: Math.max(high - low, Number.MIN_VALUE)}
  })
  return most(
    tasks,
    ({goal}) => -entries.reduce((sum, {middle, reach}, entry) => sum + (((goal[entry] ?? 0) - middle) / reach) ** 2, 0),
  )
}

/** Whether its tasks have different goals. */
export function hasGoals(environment: Environment): boolean {
  const stream = seedStream('goals')
  const [one, other] = [0, 1].map(() => environment.reset(stream, environment.strata[0]).goal)
  return one?.some((value, entry) => value !== other?.[entry]) ?? false
}

function tasksOf(environment: Environment, stratum: string, stream: Stream): Start[] {
  return Array.from({length: TASKS}, () => environment.reset(stream, stratum))
}

function most(tasks: readonly Start[], worth: (task: Start) => number): Start {
  return tasks.reduce((best, task) => (worth(task) > worth(best) ? task : best))
}
