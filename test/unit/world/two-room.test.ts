import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {geodesic, twoRoomDynamics} from '#world/environment/two-room/floor-plan'
import {twoRoom} from '#world/environment/two-room/two-room'
import {step} from '#world/model/dynamics'
import {spec} from '../../support/spec.ts'

const it = spec('world/two-room')
type Point = readonly [number, number]
const coordinate = fc.double({min: 0.02, max: 0.98, noNaN: true})
const aPoint = fc.tuple(coordinate, coordinate).filter(([x, y]) => isFree(x, y))
const anAction = fc.tuple(fc.double({min: -2, max: 2, noNaN: true}), fc.double({min: -2, max: 2, noNaN: true}))

function isFree(x: number, y: number): boolean {
  return x <= 0.48 || x >= 0.52 || (y >= 0.22 && y <= 0.38)
}

/** Whether the straight way between two free points enters the wall: between the lips its height is least and most at their ends. */
function entersWall(start: Point, goal: Point): boolean {
  const [[x, y], [toX, toY]] = start[0] <= goal[0] ? [start, goal] : [goal, start]
  const [from, to] = [Math.max(x, 0.48), Math.min(toX, 0.52)]
  if (from >= to) return false
  const heights = [from, to].map((at) => y + ((toY - y) * (at - x)) / (toX - x))
  return heights.some((height) => height < 0.22 || height > 0.38)
}

/** The shortest of 41 x 41 ways by the door; one that begins or ends inside the wall skips the lip behind it. */
function bestByDoor(start: Point, goal: Point): number {
  const [first, last] = start[0] < goal[0] ? [start, goal] : [goal, start]
  let best = Number.POSITIVE_INFINITY
  for (let pair = 0; pair < 41 * 41; pair++) {
    const near: Point[] = first[0] <= 0.48 ? [[0.48, 0.22 + 0.004 * Math.floor(pair / 41)]] : []
    const far: Point[] = last[0] >= 0.52 ? [[0.52, 0.22 + 0.004 * (pair % 41)]] : []
    best = Math.min(best, lengthOf([first, ...near, ...far, last]))
  }
  return best
}

function lengthOf(points: readonly Point[]): number {
  return points.slice(1).reduce((sum, [x, y], leg) => sum + Math.hypot(x - points[leg]![0], y - points[leg]![1]), 0)
}

it('a walk never leaves the rooms, never stands in the wall, and changes room only through the door', () => {
  fc.assert(
    fc.property(aPoint, fc.array(anAction, {maxLength: 60}), (start, actions) => {
      let now: Float64Array = Float64Array.from(start)
      for (const action of actions) {
        const next = step(twoRoom, now, action)
        const [x, y] = [next[0]!, next[1]!]
        assert.ok(x >= 0.02 && x <= 0.98 && y >= 0.02 && y <= 0.98)
        assert.ok(isFree(x, y), `in the wall at ${x}, ${y}`)
        const crosses = (now[0]! <= 0.48 && x > 0.48) || (now[0]! >= 0.52 && x < 0.52)
        if (crosses) assert.ok(y >= 0.22 && y <= 0.38 && now[1]! >= 0.22 && now[1]! <= 0.38)
        now = next
      }
    }),
  )
})

it('what noise has put into the solid part of the wall rests on its face, and what stands in the door does not', () => {
  for (const deep of [1e-9, 1e-6, 9e-6]) {
    assert.equal([...step(twoRoom, [0.48 + deep, 0.8], [1, 0])], [0.48, 0.8])
    assert.equal([...step(twoRoom, [0.52 - deep, 0.8], [-1, 0])], [0.52, 0.8])
    assert.ok(Math.abs(geodesic(0.48 + deep, 0.8, 0.9, 0.8) - geodesic(0.48, 0.8, 0.9, 0.8)) < 1e-12)
    assert.ok(step(twoRoom, [0.48 + deep, 0.3], [1, 0])[0]! > 0.53)
  }
})

it('the model without a wall walks straight through', () => {
  assert.equal([...step(twoRoomDynamics(undefined), [0.46, 0.5], [1, 0])], [0.52, 0.5])
})

it('the shortest way has the published length', () => {
  assert.is(geodesic(0.2, 0.9, 0.8, 0.9).toPrecision(12), '1.22118584482')
  assert.is(geodesic(0.1, 0.1, 0.9, 0.9).toPrecision(12), '1.14882686609')
})

it('the shortest way is no shorter than the straight line, the same backwards, and obeys the triangle', () => {
  fc.assert(
    fc.property(aPoint, aPoint, aPoint, ([ax, ay], [bx, by], [cx, cy]) => {
      const way = geodesic(ax, ay, bx, by)
      assert.ok(way >= Math.hypot(ax - bx, ay - by) - 1e-12)
      assert.is(way, geodesic(bx, by, ax, ay))
      assert.ok(way <= geodesic(ax, ay, cx, cy) + geodesic(cx, cy, bx, by) + 1e-9)
    }),
    {numRuns: 500},
  )
})

it('the shortest way is as short as the best of many ways by two points of the door', () => {
  fc.assert(
    fc.property(aPoint, aPoint, (start, goal) => {
      const way = geodesic(...start, ...goal)
      const best = entersWall(start, goal) ? bestByDoor(start, goal) : lengthOf([start, goal])
      // Points of the door lie .004 apart: the best way misses the true one by at most .002 at each end of a leg.
      assert.ok(way <= best + 1e-9 && way >= best - 4e-3, `${way} against ${best}`)
    }),
    {numRuns: 2000},
  )
})

it('touching the wall does not shorten the way through it', () => {
  assert.ok(geodesic(0.48, 0.9, 0.8, 0.9) > geodesic(0.5, 0.38, 0.8, 0.9) + 0.52)
  assert.ok(Math.abs(geodesic(0.48, 0.9, 0.48, 0.1) - 0.8) < 1e-12)
})

it('what rests on the wall stays there when its place is rounded to single precision, and its way stays as long', () => {
  for (const [lip, into] of [
    [0.48, 1],
    [0.52, -1],
  ] as const) {
    for (const digit of [0, 1e-9, -1e-9, Math.fround(lip) - lip]) {
      const state = Float64Array.of(lip + digit, 0.8)
      twoRoom.advance(state, 0, Float64Array.of(into, 0), 0)
      assert.equal([...state], [lip, 0.8])
      const [rounded, exact] = [
        geodesic(lip + digit, 0.8, 0.5 + 0.3 * into, 0.8),
        geodesic(lip, 0.8, 0.5 + 0.3 * into, 0.8),
      ]
      assert.is(rounded, exact)
    }
  }
  // An edge of the door is as wide: what slid along it comes out and goes in again.
  const inMouth = Float64Array.of(0.47, Math.fround(0.38))
  twoRoom.advance(inMouth, 0, Float64Array.of(1, 0), 0)
  assert.ok((inMouth[0] ?? 0) > 0.5)
})

it('a same-room episode starts and ends in one room', () => {
  const stream = {u: 0, uniform: () => 0.7}
  const {state, goal} = twoRoom.reset(stream as never, 'same-room')
  assert.ok(state[0]! > 0.52 && goal[0]! > 0.52)
})

it.run()
