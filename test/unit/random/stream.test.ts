import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {episodeLabel, seedStream} from '#random/stream'
import {spec} from '../../support/spec.ts'

const it = spec('random/stream')
const EPISODE = {seed: 42, environment: 'two-room@1', stratum: 'cross', episode: 0}

it('gives the published first numbers of a label', () => {
  const stream = seedStream('assay/1|42|two-room@1|cross|0|reset')
  assert.equal(
    [1, 2, 3, 4].map(() => stream.u32()),
    [2836299812, 3486596675, 1381409336, 299881231],
  )
})

it('gives the published first Gaussians of a label', () => {
  const stream = seedStream('assay/1|42|two-room@1|cross|0|plan')
  const drawn = [stream.gaussian(), stream.gaussian(), stream.gaussian()]
  assert.equal(drawn, [0.94915771484375, -0.0997314453125, -0.8380584716796875])
})

it('gives many Gaussians as it gives them one by one, made of twelve halves of six words', () => {
  const [many, single, words] = ['same', 'same', 'same'].map(seedStream)
  const drawn = new Float64Array(1000)
  many!.gaussians(drawn)
  for (const value of drawn) {
    assert.is(value, single!.gaussian())
    let sum = 6
    for (let word = 0; word < 6; word++) {
      const u32 = words!.u32()
      sum += (u32 >>> 16) + (u32 & 0xffff)
    }
    assert.is(value, sum / 65536 - 6)
  }
  assert.is(many!.u32(), words!.u32())
})

it('gives many words as it gives them one by one, and goes on after them', () => {
  const [one, many] = [seedStream('words'), seedStream('words')]
  for (const count of [0, 1, 7, 1000]) {
    const words = new Uint32Array(count)
    many.words(words)
    assert.equal(
      [...words],
      Array.from({length: count}, () => one.u32()),
    )
  }
  assert.is(many.uniform(), one.uniform())
})

it('names an episode and a purpose, and no suite', () => {
  assert.is(episodeLabel(EPISODE, 'reset'), 'assay/1|42|two-room@1|cross|0|reset')
})

it('differs from label to label', () => {
  const first = (episode: number) => seedStream(episodeLabel({...EPISODE, episode}, 'reset')).u32()
  assert.is(new Set([0, 1, 2, 3, 4, 5, 6, 7].map(first)).size, 8)
})

it('draws whole numbers and shares inside their ranges, the same ones again', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({min: 1, max: 2 ** 32}), (label, count) => {
      const [one, two] = [seedStream(label), seedStream(label)]
      const drawn = one.int(count)
      assert.ok(Number.isInteger(drawn) && drawn >= 0 && drawn < count)
      assert.is(two.int(count), drawn)
      const share = one.uniform()
      assert.ok(share >= 0 && share < 1)
      assert.ok(Math.abs(one.gaussian()) <= 6)
    }),
  )
})

it('has Gaussians of mean 0 and variance 1', () => {
  const stream = seedStream('moments')
  const drawn = Array.from({length: 40_000}, () => stream.gaussian())
  const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length
  const variance = drawn.reduce((sum, value) => sum + (value - mean) ** 2, 0) / drawn.length
  assert.ok(Math.abs(mean) < 0.02, `mean ${mean}`)
  assert.ok(Math.abs(variance - 1) < 0.03, `variance ${variance}`)
})

it.run()
