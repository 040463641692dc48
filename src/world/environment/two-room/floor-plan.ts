import {clip, type Dynamics} from '../../model/dynamics.ts'

/** The most a point moves in each axis in one step. */
export const POINT_STEP = 0.06

/** The wall lies between the lips; the door is its only opening. */
export const LEFT_LIP = 0.48
export const RIGHT_LIP = 0.52
export const WALL = (LEFT_LIP + RIGHT_LIP) / 2

/** How near to a face of the wall a body touches it: far above what numbers of single precision round to, far below a step. */
export const CONTACT = 5e-7

/**
 * How deep in the wall a body still touches its face where there is no door: nothing that keeps the rules can be there, so whatever is was put there by noise.
 * Where there is a door, a body may rightly be as deep, and only `CONTACT` counts.
 */
const SUNK = 1e-5

/** An opening of a wall, from its lower to its upper edge. */
export interface Door {
  readonly low: number
  readonly high: number
}

/** Where the rules say that it is. */
export const DOOR: Door = {low: 0.22, high: 0.38}

/** Whether a body has sunk no deeper into the solid part of the wall than noise may put it. */
export function isSunk(x: number, y: number, {low, high}: Door): boolean {
  const isBesideDoor = y < low - CONTACT || y > high + CONTACT
  return isBesideDoor && Math.min(x - LEFT_LIP, RIGHT_LIP - x) <= SUNK
}

const {low: DOOR_LOW, high: DOOR_HIGH} = DOOR

type Point = {readonly x: number; readonly y: number}
const LEFT_EDGES: readonly Point[] = [DOOR_LOW, DOOR_HIGH].map((y) => ({x: LEFT_LIP, y}))
const RIGHT_EDGES: readonly Point[] = [DOOR_LOW, DOOR_HIGH].map((y) => ({x: RIGHT_LIP, y}))

export function inDoor(y: number, {low, high}: Door = DOOR): boolean {
  return y >= low && y <= high
}

/** The height nearest to `y` at which one can stand inside the wall. */
export function throughDoor(y: number, {low, high}: Door = DOOR): number {
  return clip(y, low, high)
}

/**
 * Length of the shortest way between two points of two-room, exact. A way that enters the wall crosses a lip in the door; the shortest one
 * crosses it on a straight line or touches an edge of the door. Symmetric; NaN in, NaN out.
 */
export function geodesic(x: number, y: number, goalX: number, goalY: number): number {
  // From left to right, so that the two lips are met in this order; the way back has the same length.
  const [from, to] = [
    {x: touching(x, y), y},
    {x: touching(goalX, goalY), y: goalY},
  ]
  return from.x <= to.x ? rightward(from, to) : rightward(to, from)
}

/** What touches a face of the wall stands at it. */
function touching(x: number, y: number): number {
  const face = x < WALL ? LEFT_LIP : RIGHT_LIP
  const isInWall = x > LEFT_LIP && x < RIGHT_LIP
  return Math.abs(x - face) <= CONTACT || (isInWall && isSunk(x, y, DOOR)) ? face : x
}

// A point that touches a lip still has to pass it: at the wall's face the straight crossing is the point itself.
function rightward(from: Point, to: Point): number {
  const passesLeft = from.x <= LEFT_LIP && to.x > LEFT_LIP
  const passesRight = from.x < RIGHT_LIP && to.x >= RIGHT_LIP
  if (passesLeft && !inDoor(heightAt(LEFT_LIP, from, to)))
    return passesRight ? aroundBoth(from, to) : aroundOne(from, to, LEFT_LIP)
  if (passesRight && !inDoor(heightAt(RIGHT_LIP, from, to)))
    return passesLeft ? aroundBoth(from, to) : aroundOne(from, to, RIGHT_LIP)
  return length(from, to)
}

/** By an edge of the door at one lip. */
function aroundOne(from: Point, to: Point, lip: number): number {
  return Math.min(via(from, {x: lip, y: DOOR_LOW}, to), via(from, {x: lip, y: DOOR_HIGH}, to))
}

/** By an edge at the left lip, at the right lip, or at both; an edge at one lip alone counts only if the other is then crossed in the door. */
function aroundBoth(from: Point, to: Point): number {
  let best = Number.POSITIVE_INFINITY
  for (const near of LEFT_EDGES) {
    if (inDoor(heightAt(RIGHT_LIP, near, to))) best = Math.min(best, via(from, near, to))
    for (const far of RIGHT_EDGES) best = Math.min(best, length(from, near) + via(near, far, to))
  }
  for (const far of RIGHT_EDGES) {
    if (inDoor(heightAt(LEFT_LIP, from, far))) best = Math.min(best, via(from, far, to))
  }
  return best
}

/** Where the line between two points of different x is at `x`. */
function heightAt(x: number, from: Point, to: Point): number {
  return from.y + ((to.y - from.y) * (x - from.x)) / (to.x - from.x)
}

function via(from: Point, edge: Point, to: Point): number {
  return length(from, edge) + length(edge, to)
}

function length(from: Point, to: Point): number {
  const x = to.x - from.x
  const y = to.y - from.y
  return Math.sqrt(x * x + y * y)
}

const LOW = 0.02
const HIGH = 0.98

/**
 * Steps of at most .06 in each axis. The door is the only opening of the wall; without a door there is no wall either, as in a model that plans straight
 * through. What touches the wall within `CONTACT` rests on it, and an edge of the door is as wide: no last digit carries a body through.
 */
export function twoRoomDynamics(door: Door | undefined): Dynamics {
  const mouth = door && {low: door.low - CONTACT, high: door.high + CONTACT}
  return {
    stateSize: 2,
    actionSize: 2,
    advance(states, at, actions, from) {
      const x = states[at] ?? Number.NaN
      const y = states[at + 1] ?? Number.NaN
      let nextX = clip(x + POINT_STEP * clip(actions[from] ?? Number.NaN, -1, 1), LOW, HIGH)
      let nextY = clip(y + POINT_STEP * clip(actions[from + 1] ?? Number.NaN, -1, 1), LOW, HIGH)
      const isInside = x > LEFT_LIP + CONTACT && x < RIGHT_LIP - CONTACT
      if (door && isInside && !isSunk(x, y, door)) nextY = throughDoor(nextY, door)
      else if (mouth && !(inDoor(y, mouth) && inDoor(nextY, mouth))) nextX = stoppedAtWall(x, nextX)
      states[at] = nextX
      states[at + 1] = nextY
    },
  }
}

function stoppedAtWall(x: number, nextX: number): number {
  return x < WALL ? Math.min(nextX, LEFT_LIP) : Math.max(nextX, RIGHT_LIP)
}
