import type {Laws} from '../../model/laws.ts'
import {at} from '../../model/planar.ts'
import {DISC_RADIUS, DISCS, DT, energyOf, PLACE, SPEED} from './table.ts'

type State = ArrayLike<number>

/** Left and right are mirror images, and what a table without friction keeps. */
export const billiardLaws: Laws = {
  mirror: {state: mirroredTable, goal: (goal) => Array.from(goal), action: (action) => Array.from(action)},
  atRest: (state) => Array.from(state, (value, entry) => (entry % 4 < 2 ? value : 0)),
  brokenOver: brokenInBilliard,
}

/** Left and right of each disc (x, y, vx, vy). */
function mirroredTable(state: ArrayLike<number>): number[] {
  return Array.from(state, (value, entry) => (entry % 4 === 0 ? 1 - value : entry % 4 === 2 ? -value : value))
}

/**
 * What a game of billiards breaks, from its start on, one state a step: `energy` that comes or goes, `momentum` that does where no wall
 * is near, `inertia` of discs that meet nothing, `solid` discs and walls. `slack` is a share of the error scale.
 */
function brokenInBilliard(path: readonly State[], slack: number): string[] {
  const [start] = path
  if (!start) return []
  const pairs = path.slice(1).map((after, step) => ({before: path[step] ?? start, after}))
  const changes = (quantity: (state: State) => number, unit: number) => (before: State, after: State) =>
    !(Math.abs(quantity(after) - quantity(before)) <= slack * unit)
  const energy = changes(energyOf, SPEED * SPEED)
  const impulses = [2, 3].map((entry) => changes((state) => sumOf(state, entry), SPEED))
  return [
    path.some((state) => energy(start, state)) ? ['energy'] : [],
    pairs.some(({before, after}) => isClearOfWalls(before) && impulses.some((changed) => changed(before, after)))
      ? ['momentum']
      : [],
    path.some((state, steps) => swerves(start, state, steps * DT, slack)) ? ['inertia'] : [],
    path.some((state) => overlaps(state, slack * PLACE)) ? ['solid'] : [],
  ].flat()
}

function sumOf(state: State, entry: number): number {
  let sum = 0
  for (let disc = 0; disc < DISCS; disc++) sum += at(state, 4 * disc + entry)
  return sum
}

/** Whether no disc can meet a wall within a step, whatever speed the others give it. */
function isClearOfWalls(state: State): boolean {
  const reach = DISC_RADIUS + Math.sqrt(2 * energyOf(state)) * DT
  for (let disc = 0; disc < DISCS; disc++) {
    for (const place of [at(state, 4 * disc), at(state, 4 * disc + 1)]) {
      if (!(place > reach && place < 1 - reach)) return false
    }
  }
  return true
}

/** Whether some disc that cannot have met anything is not where its speed leads. */
function swerves(start: State, now: State, seconds: number, slack: number): boolean {
  for (let disc = 0; disc < DISCS; disc++) {
    if (!isAlone(start, disc, seconds)) continue
    for (const axis of [0, 1]) {
      const entry = 4 * disc + axis
      const speed = at(start, entry + 2)
      const place = at(start, entry) + speed * seconds
      const isThere = Math.abs(at(now, entry) - place) <= slack * PLACE
      if (!(isThere && Math.abs(at(now, entry + 2) - speed) <= slack * SPEED)) return true
    }
  }
  return false
}

/** Whether a disc meets no wall on its straight way and no other disc can reach that way, whatever happens to the others. */
function isAlone(start: State, disc: number, seconds: number): boolean {
  for (const axis of [0, 1]) {
    const end = at(start, 4 * disc + axis) + at(start, 4 * disc + axis + 2) * seconds
    if (!(end > DISC_RADIUS && end < 1 - DISC_RADIUS)) return false
  }
  const reach = 2 * DISC_RADIUS + 2 * Math.sqrt(2 * energyOf(start)) * seconds
  for (let other = 0; other < DISCS; other++) {
    if (other !== disc && !(gapOf(start, disc, other) > reach)) return false
  }
  return true
}

function overlaps(state: State, slack: number): boolean {
  for (let disc = 0; disc < DISCS; disc++) {
    for (const place of [at(state, 4 * disc), at(state, 4 * disc + 1)]) {
      if (!(place >= DISC_RADIUS - slack && place <= 1 - DISC_RADIUS + slack)) return true
    }
    for (let other = disc + 1; other < DISCS; other++) {
      if (!(gapOf(state, disc, other) >= 2 * DISC_RADIUS - slack)) return true
    }
  }
  return false
}

/** Distance of two centres. */
function gapOf(state: State, one: number, other: number): number {
  const [dx, dy] = [at(state, 4 * one) - at(state, 4 * other), at(state, 4 * one + 1) - at(state, 4 * other + 1)]
  return Math.sqrt(dx * dx + dy * dy)
}
