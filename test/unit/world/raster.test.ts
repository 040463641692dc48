import * as assert from 'uvu/assert'
import {sha256} from '#digest/sha256'
import {episodeLabel, seedStream} from '#random/stream'
import {ENVIRONMENTS, environmentOf, rulesOf} from '#world/environments'
import {PALETTE, PICTURE_SIDE, type Rgb, rasterise} from '#world/picture/raster'
import {pictureOf} from '#world/picture/view'
import {spec} from '../../support/spec.ts'

const it = spec('world/raster')

/** SHA-256 of the raw RGB of each environment's first start, first 16 digits. */
const PINNED: Readonly<Record<string, string>> = {
  'double-integrator': 'b6b72c3723a88bd7',
  pendulum: '0570b9363f044431',
  'cart-pole': '816449d64c681b6e',
  'two-room': '95939b01bd4d0de2',
  'push-block': 'ff75a13cbf5def2e',
  billiard: '62403882b088e245',
}

function firstStart(id: string) {
  const environment = rulesOf(id)
  const key = {seed: 42, environment: environment.key, stratum: environment.strata[0], episode: 0}
  return {environment, ...environment.reset(seedStream(episodeLabel(key, 'reset')), environment.strata[0])}
}

/** The pixel over a point of a window. */
function pixel(rgb: Uint8Array, [low, high]: readonly [number, number], x: number, y: number): number[] {
  const column = Math.floor(((x - low) / (high - low)) * PICTURE_SIDE)
  const row = Math.floor(((high - y) / (high - low)) * PICTURE_SIDE)
  return [...rgb.slice((row * PICTURE_SIDE + column) * 3, (row * PICTURE_SIDE + column) * 3 + 3)]
}

for (const id of [...ENVIRONMENTS.keys(), 'billiard']) {
  it(`${id} looks as it always did`, () => {
    const {environment, state, goal} = firstStart(id)
    const rgb = rasterise(pictureOf(environment, state, goal))
    assert.is(rgb.length, PICTURE_SIDE * PICTURE_SIDE * 3)
    assert.is(sha256(rgb).slice(7, 23), PINNED[id])
  })
}

it('row 0 is on top, x grows to the right', () => {
  const rgb = rasterise({low: 0, high: 1, shapes: [{kind: 'disc', layer: 'goal', x: 0.1, y: 0.9, radius: 0.05}]})
  assert.equal(pixel(rgb, [0, 1], 0.1, 0.9), [...PALETTE.goal])
  assert.equal([...rgb.slice((6 * PICTURE_SIDE + 6) * 3, (6 * PICTURE_SIDE + 6) * 3 + 3)], [...PALETTE.goal])
  assert.equal(pixel(rgb, [0, 1], 0.9, 0.1), [...PALETTE.background])
})

it('a pixel belongs to a shape exactly when its centre lies in it', () => {
  const side = 1 / PICTURE_SIDE
  const covers = (radius: number) => {
    const rgb = rasterise({
      low: 0,
      high: 1,
      shapes: [{kind: 'disc', layer: 'wall', x: 0.5 * side, y: 0.5 * side, radius}],
    })
    return Array.from({length: PICTURE_SIDE * PICTURE_SIDE}, (_, at) => rgb[3 * at] === PALETTE.wall[0]).filter(Boolean)
      .length
  }
  assert.is(covers(0), 1)
  assert.is(covers(0.99 * side), 1)
  assert.is(covers(side), 3)
  assert.is(covers(1.42 * side), 4)
})

it('the actuated body hides the other, the other the goal, the goal the wall, whatever the order of the shapes', () => {
  const at = {kind: 'disc', x: 0.5, y: 0.5, radius: 0.1} as const
  const layers = ['actuated', 'wall', 'other', 'goal'] as const
  for (const [count, winner] of [
    [1, 'actuated'],
    [2, 'other'],
    [3, 'goal'],
    [4, 'wall'],
  ] as const) {
    const shown = ['wall', 'goal', 'other', 'actuated'].slice(0, 5 - count)
    const shapes = layers.filter((layer) => shown.includes(layer)).map((layer) => ({...at, layer}))
    assert.equal(pixel(rasterise({low: 0, high: 1, shapes}), [0, 1], 0.5, 0.5), [...PALETTE[winner]])
  }
})

it('two-room shows wall, door, walker and goal where they are', () => {
  const {environment} = firstStart('two-room')
  const rgb = rasterise(pictureOf(environment, [0.2, 0.7], [0.8, 0.3]))
  const see = (x: number, y: number) => pixel(rgb, [0, 1], x, y)
  assert.equal(see(0.5, 0.7), [...PALETTE.wall])
  assert.equal(see(0.5, 0.1), [...PALETTE.wall])
  assert.equal(see(0.5, 0.3), [...PALETTE.background])
  assert.equal(see(0.2, 0.7), [...PALETTE.actuated])
  assert.equal(see(0.8, 0.3), [...PALETTE.goal])
})

it('a pendulum leans to the right for a positive angle, a block turns to the left', () => {
  const leaning = rasterise(pictureOf(environmentOf('pendulum'), [Math.PI / 2, 0], [0, 0]))
  assert.equal(pixel(leaning, [-1.3, 1.3], 1, 0), [...PALETTE.actuated])
  assert.equal(pixel(leaning, [-1.3, 1.3], 0.5, 0), [...PALETTE.other])
  assert.equal(pixel(leaning, [-1.3, 1.3], -0.5, 0), [...PALETTE.background])
  const turned = rasterise(pictureOf(environmentOf('push-block'), [0.3, 0.3, 0, 0, Math.PI / 4], [-0.3, -0.3]))
  assert.equal(pixel(turned, [-0.4, 0.4], 0.06, 0), [...PALETTE.other])
  assert.equal(pixel(turned, [-0.4, 0.4], 0.045, 0.045), [...PALETTE.background])
})

it('colours can be changed without moving anything', () => {
  const {environment, state, goal} = firstStart('two-room')
  const picture = pictureOf(environment, state, goal)
  const swap: Rgb = [1, 2, 3]
  const [usual, other] = [rasterise(picture), rasterise(picture, {...PALETTE, actuated: swap})]
  let changed = 0
  for (let at = 0; at < usual.length; at += 3) {
    const isActuated = PALETTE.actuated.every((value, channel) => usual[at + channel] === value)
    assert.equal([...other.slice(at, at + 3)], isActuated ? [...swap] : [...usual.slice(at, at + 3)])
    if (isActuated) changed++
  }
  assert.ok(changed > 5)
})

it('a state that is no number shows nothing, and breaks nothing', () => {
  for (const id of ENVIRONMENTS.keys()) {
    const rgb = rasterise(pictureOf(environmentOf(id), new Float64Array(5).fill(Number.NaN), [Number.NaN, Number.NaN]))
    assert.ok(!rgb.some((value, at) => value === PALETTE.actuated[0] && rgb[at + 1] === PALETTE.actuated[1]))
  }
})

it.run()
