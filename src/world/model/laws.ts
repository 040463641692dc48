import {brokenInBilliard} from '../environment/billiard/billiard-laws.ts'
import {DOOR_HIGH, DOOR_LOW, LEFT_LIP, RIGHT_LIP} from '../environment/two-room/geodesic.ts'
import type {Situation} from './environment.ts'
import {at} from './planar.ts'

/** A world and its mirror image behave alike: the image of states, goals and actions, each of one step. */
export interface Mirror {
  readonly state: (state: ArrayLike<number>) => number[]
  readonly goal: (goal: ArrayLike<number>) => number[]
  readonly action: (action: ArrayLike<number>) => number[]
}

/** What holds in an environment whatever the task. */
export interface Laws {
  readonly mirror: Mirror
  /** The same situation with everything at rest: without a push it stays so. */
  readonly atRest: (state: ArrayLike<number>) => number[]
  /** Actions `[actionSize]` that touch nothing in this state, and the entries of the state that they therefore leave alone. */
  readonly untouched?: {
    readonly entries: readonly number[]
    readonly away: (state: ArrayLike<number>) => number[]
  }
  /** Whether one step leads through something solid; `slack` in metres. */
  readonly passesThrough?: (before: ArrayLike<number>, after: ArrayLike<number>, slack: number) => boolean
  /** The action that would lead through it soonest. */
  readonly headOn?: (now: Situation) => number[]
  /** What else a path of states breaks, by name, its start included; `slack` is a share of the error scale. */
  readonly brokenOver?: (path: readonly ArrayLike<number>[], slack: number) => string[]
}

const turned: Mirror = {state: negative, goal: negative, action: negative}
const zeros = (values: ArrayLike<number>) => Array.from(values, () => 0)

/** Laws by environment id. */
export const LAWS: ReadonlyMap<string, Laws> = new Map<string, Laws>([
  ['double-integrator', {mirror: turned, atRest: (state) => [at(state, 0), at(state, 1), 0, 0]}],
  ['pendulum', {mirror: turned, atRest: zeros}],
  ['cart-pole', {mirror: turned, atRest: zeros}],
  [
    'two-room',
    {
      // Left and right: the door lies off the middle of the height.
      mirror: {
        state: (state) => [1 - at(state, 0), at(state, 1)],
        goal: (goal) => [1 - at(goal, 0), at(goal, 1)],
        action: (action) => [-at(action, 0), at(action, 1)],
      },
      atRest: (state) => Array.from(state),
      passesThrough: throughTheWall,
      headOn: ({state, goal}) => [Math.sign(at(goal, 0) - at(state, 0)), 0],
    },
  ],
  [
    'push-block',
    {
      mirror: {
        state: (state) => [at(state, 0), -at(state, 1), at(state, 2), -at(state, 3), -at(state, 4)],
        goal: (goal) => [at(goal, 0), -at(goal, 1)],
        action: (action) => [at(action, 0), -at(action, 1)],
      },
      atRest: (state) => Array.from(state),
      untouched: {
        entries: [2, 3, 4],
        away: (state) => [Math.sign(at(state, 0) - at(state, 2)), Math.sign(at(state, 1) - at(state, 3))],
      },
    },
  ],
  [
    'billiard',
    {
      mirror: {state: mirroredTable, goal: (goal) => Array.from(goal), action: (action) => Array.from(action)},
      atRest: (state) => Array.from(state, (value, entry) => (entry % 4 < 2 ? value : 0)),
      brokenOver: brokenInBilliard,
    },
  ],
])

/** Left and right of each disc (x, y, vx, vy). */
function mirroredTable(state: ArrayLike<number>): number[] {
  return Array.from(state, (value, entry) => (entry % 4 === 0 ? 1 - value : entry % 4 === 2 ? -value : value))
}

function negative(values: ArrayLike<number>): number[] {
  return Array.from(values, (value) => -value)
}

/** Inside the wall or across it, outside the door. */
function throughTheWall(before: ArrayLike<number>, after: ArrayLike<number>, slack: number): boolean {
  const inDoor = (y: number) => y >= DOOR_LOW - slack && y <= DOOR_HIGH + slack
  const [x, nextX] = [at(before, 0), at(after, 0)]
  if (nextX > LEFT_LIP + slack && nextX < RIGHT_LIP - slack) return !inDoor(at(after, 1))
  const crosses = (x <= LEFT_LIP && nextX >= RIGHT_LIP) || (x >= RIGHT_LIP && nextX <= LEFT_LIP)
  return crosses && !(inDoor(at(before, 1)) && inDoor(at(after, 1)))
}
