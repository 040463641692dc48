import * as assert from 'uvu/assert'
import {seedStream} from '#random/stream'
import {chanceOfGroups} from '#stats/permutation'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('permutation')
const vectors = (label: string, count: number, shift: readonly number[]) => {
  const stream = seedStream(label)
  return Array.from({length: count}, () => shift.map((value) => value + stream.gaussian()))
}

it('agrees with all partitions counted by hand', () => {
  // 20 ways of six into three and three; the one that was seen and its mirror image are the only ones so far apart: 2 in 20.
  const chance = chanceOfGroups(
    [
      [[0], [1], [2]],
      [[10], [11], [12]],
    ],
    seedStream('hand'),
  )
  assert.ok(Math.abs((chance ?? 0) - 0.1) < 0.03, `${chance}`)
})

it('is as seldom small as it says where nothing differs, and small where one coordinate does, in whatever unit', () => {
  const chances = Array.from({length: 200}, (_, at) =>
    chanceOfGroups([vectors(`a${at}`, 8, [0, 0, 0]), vectors(`b${at}`, 8, [0, 0, 0])], seedStream(`o${at}`)),
  )
  const below = (limit: number) => chances.filter((chance) => (chance ?? 0) <= limit).length / chances.length
  assert.ok(below(0.5) > 0.4 && below(0.5) < 0.6, `${below(0.5)}`)
  assert.ok(below(0.05) < 0.1, `${below(0.05)}`)
  const inUnit = (unit: number, group: number[][]) => group.map(([one = 0, ...others]) => [one * unit, ...others])
  const [near, far] = [vectors('near', 16, [0, 0, 0]), vectors('far', 16, [2, 0, 0])]
  for (const unit of [1e-6, 1, 1e6])
    assert.is(chanceOfGroups([inUnit(unit, near), inUnit(unit, far)], seedStream('unit')), 0.001)
})

it('sees a spread that differs, and says nothing where nothing can be said', () => {
  const wide = vectors('wide', 24, [0, 0]).map((one) => one.map((value) => 6 * value))
  assert.ok((chanceOfGroups([vectors('slim', 24, [0, 0]), wide], seedStream('spread')) ?? 1) <= 0.01)
  assert.is(
    chanceOfGroups(
      [
        [[1], [1]],
        [[1], [1]],
      ],
      seedStream('same'),
    ),
    undefined,
  )
  assert.is(chanceOfGroups([[[1]], [[2]]], seedStream('single')), undefined)
})

it('takes vectors of more numbers than a function takes arguments', () => {
  const long = (label: string, shift: number) => vectors(label, 5, new Array<number>(150_000).fill(shift))
  assert.ok((chanceOfGroups([long('one', 0), long('other', 1)], seedStream('long')) ?? 1) < 0.05)
})

it('refuses what is no number', () =>
  throwsCode(() => chanceOfGroups([[[Number.NaN]], [[1]]], seedStream('nan')), 'stats_input').then(() => undefined))

it.run()
