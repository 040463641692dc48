import type {Stream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import type {Start} from '#world/model/situation'
import {nearGoal} from './goals.ts'

/**
 * Where steps are tried: on usual ways, far out, where something touches or stops, fast, and with commands beyond what the rules let through.
 */
export const PLACES = ['usual', 'edge', 'contact', 'fast', 'limit'] as const
/** Beside them: how a provider's own scores order plans, from where planners usually are and where states and goals lie far out. */
export const ORDERS = ['scores', 'edge-scores'] as const

/** Numbers as people write them, and nothing that moves: a start at rest, or an angle of zero, which code may take for one that is not there. */
export const ROUND = 'round'

/** Most steps of a usual way. */
const WAY = 30
/** One usual state of so many is one where the task is as good as done: a controller that holds spends its time there. */
const DONE_EACH = 4

/** From usual states to far out, or along what stops a body: places where nobody asks for steps, but for orders. */
export const OUTWARD = 'outward'

/** Half turns of a pendulum that has been swinging for a whole episode. */
const WOUND = 24

/** How far beyond what the rules let through, at most. */
const UNCLIPPED = 9

type Draws = (u: () => number, start: Start) => readonly number[]

/** States at a place, by environment; `u` gives numbers from -1 to 1. What has no row is a usual one. */
const DRAWS: Readonly<Record<string, Readonly<Record<string, Draws>>>> = {
  'double-integrator': {
    edge: (u) => [far(u, 1.4, 2), far(u, 1.4, 2), u(), u()],
    contact: (u) => [u(), u(), 0.1 * u(), 0.1 * u()],
    fast: (u) => [u(), u(), far(u, 1, 2), far(u, 1, 2)],
    outward: (u) => [2 * u(), 2 * u(), 2 * u(), 2 * u()],
    round: (u) => [round(u, 1), round(u, 1), round(u, 1), round(u, 1)],
  },
  pendulum: {
    edge: (u) => [(u() < 0 ? 4 : WOUND) * Math.PI * u(), far(u, 6, 8)],
    contact: (u) => [Math.PI * u(), far(u, 7.6, 8)],
    fast: (u) => [Math.PI * u(), far(u, 4, 8)],
    outward: (u) => [4 * Math.PI * u(), 8 * u()],
    round: (u) => [round(u, 3), round(u, 8)],
  },
  'cart-pole': {
    edge: (u) => [far(u, 1.8, 2.6), u(), far(u, 0.12, 0.4), u()],
    contact: (u) => [0.1 * u(), 0.1 * u(), 0.05 * u(), 0.1 * u()],
    fast: (u) => [u(), far(u, 1.5, 3), 0.2 * u(), far(u, 1.5, 3)],
    outward: (u) => [2.6 * u(), 3 * u(), 0.4 * u(), 3 * u()],
    round: (u) => [round(u, 2), round(u, 2), round(u, 2) / 10, round(u, 2)],
  },
  'two-room': {
    edge: (u) => nearSide(u),
    contact: (u) => [0.5 + 0.08 * u(), (u() < 0 ? 0.22 : 0.38) + 0.08 * u()],
    fast: (u) => [0.5 + 0.48 * u(), 0.5 + 0.48 * u()],
    behind: (u, {goal}) => beyondWall(u, goal),
    outward: (u) => [0.5 + far(u, 0.02, 0.1), 0.5 + 0.48 * u()],
    round: (u) => [(5 + Math.sign(u()) * (1 + Math.round(3 * Math.abs(u())))) / 10, (5 + Math.round(4 * u())) / 10],
  },
  'push-block': {
    edge: (u, {state}) => shifted(state, 0.25 * u(), 0.25 * u(), Math.PI * u()),
    contact: (_, {state}) => [...state],
    fast: (u, {state}) => shifted(state, 0.1 * u(), 0.1 * u(), 0),
    outward: (u, {state}) => shifted(state, 0.4 * u(), 0.4 * u(), 4 * u()),
    round: (_, {state}) => shifted(state, 0, 0, -(state[4] ?? 0)),
  },
}

/** Where goals may lie though no task has them there: in a doorway, as whoever plans by waypoints asks. */
const PASSAGES: Readonly<Record<string, (u: () => number) => readonly number[]>> = {
  'two-room': (u) => [0.5 + 0.02 * u(), 0.3 + 0.05 * u()],
}

/** A task with its goal in a passage; undefined in a world that has none. */
export function passageGoal({id, strata, reset}: Environment, stream: Stream): Start | undefined {
  const goal = PASSAGES[id]?.(() => 2 * stream.uniform() - 1)
  return goal && {...reset(stream, strata[0]), goal: Float64Array.from(goal)}
}

/** Where something is in the way of the task, or where things touch or stop. */
export function placeInTheWay({id}: Environment): string {
  return DRAWS[id]?.['behind'] ? 'behind' : 'contact'
}

/** A state and goal at a place of an environment, as the rules allow them: each is left to itself for a step, but where its numbers are round. */
export function drawPlace(environment: Environment, place: string, stream: Stream): Start {
  const {strata, actionSize} = environment
  const u = () => 2 * stream.uniform() - 1
  const stratum = place === 'usual' || place === 'limit' ? strata[stream.int(strata.length)] : strata.at(-1)
  const start = environment.reset(stream, stratum ?? strata[0])
  const draw = DRAWS[environment.id]?.[place]
  if (!draw && stream.int(DONE_EACH) === 0) return nearGoal(environment, start, stream)
  const state = draw ? Float64Array.from(draw(u, start)) : start.state.slice()
  if (!draw) wander(environment, state, {steps: stream.int(WAY), u})
  else if (place !== ROUND) environment.advance(state, 0, new Float64Array(actionSize), 0)
  return {state, goal: start.goal}
}

/** A way of commands that are held for five steps each, in place. */
function wander(
  environment: Environment,
  state: Float64Array,
  {steps, u}: {readonly steps: number; readonly u: () => number},
): void {
  const action = new Float64Array(environment.actionSize)
  for (let step = 0; step < steps; step++) {
    if (step % 5 === 0) for (let axis = 0; axis < action.length; axis++) action[axis] = u()
    environment.advance(state, 0, action, 0)
  }
}

/** A command as a planner tries it: none, small, anywhere, or the most there is; at the limit beyond it, and as a policy that nobody clips answers it far beyond. */
export function drawCommand({actionSize}: Environment, place: string, stream: Stream): Float64Array {
  const u = () => 2 * stream.uniform() - 1
  const kind = stream.int(6)
  return new Float64Array(actionSize).map(() => {
    const value = u()
    if (place === 'limit') return Math.sign(value) * (1 + (kind < 2 ? UNCLIPPED : 0.5) * Math.abs(value))
    if (kind === 0) return 0
    if (kind === 1) return Math.sign(value)
    return kind === 2 ? 0.2 * value : value
  })
}

/** Nothing, as often as not, or halves up to the most. */
function round(u: () => number, most: number): number {
  return u() < 0 ? 0 : Math.round(2 * most * u()) / 2
}

function far(u: () => number, low: number, high: number): number {
  const value = u()
  return Math.sign(value) * (low + (high - low) * Math.abs(value))
}

/** In one of the corners or along one of the outer walls of two-room. */
function nearSide(u: () => number): [number, number] {
  const along = 0.5 + 0.48 * u()
  const across = 0.5 + 0.48 * Math.sign(u()) * (1 - 0.15 * Math.abs(u()))
  return u() < 0 ? [along, across] : [across, along]
}

/** Close to the goal as if there were no wall: right beside it, on the other side. */
function beyondWall(u: () => number, [x = 0, y = 0]: ArrayLike<number> & Iterable<number>): [number, number] {
  const away = 0.02 + 0.06 * Math.abs(u())
  return [x < 0.5 ? 0.5 + away : 0.5 - away, Math.max(0.02, Math.min(0.98, y + 0.1 * u()))]
}

/** Pusher and block, as they lie to each other, elsewhere and turned. */
function shifted(state: Float64Array, dx: number, dy: number, turn: number): number[] {
  const [px = 0, py = 0, bx = 0, by = 0, angle = 0] = state
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  const [rx, ry] = [px - bx, py - by]
  return [bx + dx + c * rx - s * ry, by + dy + s * rx + c * ry, bx + dx, by + dy, angle + turn]
}
