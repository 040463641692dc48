import {clip} from '../../model/dynamics.ts'
import {CONTACT, DOOR, type Door, isSunk, LEFT_LIP, RIGHT_LIP, WALL} from './floor-plan.ts'

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
