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
type Edge = {readonly left: Point; readonly right: Point}
const LOWER: Edge = {left: {x: LEFT_LIP, y: DOOR_LOW}, right: {x: RIGHT_LIP, y: DOOR_LOW}}
const UPPER: Edge = {left: {x: LEFT_LIP, y: DOOR_HIGH}, right: {x: RIGHT_LIP, y: DOOR_HIGH}}

export function inDoor(y: number, door: Door = DOOR): boolean {
  return y >= door.low && y <= door.high
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
  const from = {x: touching(x, y), y}
  const to = {x: touching(goalX, goalY), y: goalY}
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
    return passesRight ? aroundBoth(from, to) : Math.min(via(from, LOWER.left, to), via(from, UPPER.left, to))
  if (passesRight && !inDoor(heightAt(RIGHT_LIP, from, to)))
    return passesLeft ? aroundBoth(from, to) : Math.min(via(from, LOWER.right, to), via(from, UPPER.right, to))
  return length(from, to)
}

/** By an edge at the left lip, at the right lip, or at both; an edge at one lip alone counts only if the other is then crossed in the door. */
function aroundBoth(from: Point, to: Point): number {
  return Math.min(aroundEdge(LOWER, from, to), aroundEdge(UPPER, from, to))
}

/** By an edge at the left lip, and then through the door or by either edge at the right one; or by an edge at the right lip alone. */
function aroundEdge({left, right}: Edge, from: Point, to: Point): number {
  const before = length(from, left)
  let best = before + Math.min(via(left, LOWER.right, to), via(left, UPPER.right, to))
  if (inDoor(heightAt(RIGHT_LIP, left, to))) best = Math.min(best, before + length(left, to))
  if (inDoor(heightAt(LEFT_LIP, from, right))) best = Math.min(best, via(from, right, to))
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
