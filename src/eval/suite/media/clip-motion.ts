import {pick} from '#random/pick'
import type {Stream} from '#random/stream'

/** A point as a share of the picture's width, x from the left and y from the top. */
export interface Spot {
  readonly x: number
  readonly y: number
}

/** A way through the picture. */
export interface Motion {
  readonly from: Spot
  readonly to: Spot
  /** As a prompt says it. */
  readonly words: string
}

/** A part of the picture in which something may move. */
export interface Room {
  readonly x: readonly [low: number, high: number]
  readonly y: readonly [low: number, high: number]
}

const DIAGONAL = Math.SQRT1_2
const DIRECTIONS = [
  {words: 'to the right', x: 1, y: 0},
  {words: 'up and to the right', x: DIAGONAL, y: -DIAGONAL},
  {words: 'up', x: 0, y: -1},
  {words: 'up and to the left', x: -DIAGONAL, y: -DIAGONAL},
  {words: 'to the left', x: -1, y: 0},
  {words: 'down and to the left', x: -DIAGONAL, y: DIAGONAL},
  {words: 'down', x: 0, y: 1},
  {words: 'down and to the right', x: DIAGONAL, y: DIAGONAL},
] as const
/** How far things move, and how exactly prompts say it. */
const [LEAST, MOST] = [0.2, 0.3]
const DIGITS = 4

/** A straight way in one of eight directions that stays in the room; the room is larger than the way is long. */
export function drawMotion(room: Room, stream: Stream): Motion {
  const {words, x, y} = pick(DIRECTIONS, stream)
  const length = LEAST + (MOST - LEAST) * stream.uniform()
  const [byX, byY] = [x * length, y * length]
  const from = {x: startIn(room.x, byX, stream), y: startIn(room.y, byY, stream)}
  return {from, to: {x: told(from.x + byX), y: told(from.y + byY)}, words}
}

/** A point of the room. */
export function drawSpot({x, y}: Room, stream: Stream): Spot {
  return {x: startIn(x, 0, stream), y: startIn(y, 0, stream)}
}

function startIn([low, high]: readonly [number, number], by: number, stream: Stream): number {
  const [least, most] = [low - Math.min(0, by), high - Math.max(0, by)]
  return told(least + (most - least) * stream.uniform())
}

function told(value: number): number {
  return Number(value.toFixed(DIGITS))
}
