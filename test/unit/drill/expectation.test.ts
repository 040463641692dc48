import * as assert from 'uvu/assert'
import {holds, holdsAtFirst} from '#drill/model/expectation'
import {valueAt} from '#drill/model/value-place'
import {spec} from '../../support/spec.ts'

const it = spec('what a drill expects')

it('every operator is true, false, and unknown where there is nothing of its kind', () => {
  const rows = [
    [{equals: 'up'}, 'up', 'down', 1],
    [{not_equals: 'up'}, 'down', 'up', null],
    [{in: ['a', 'b']}, 'a', 'c', {}],
    [{matches: '^a+$'}, 'aa', 'b', 1],
    [{gte: 2}, 2, 1, '2'],
    [{lte: 2}, 2, 3, Number.NaN],
    [{changed: true as const}, 4, 5, 'five'],
    [{unchanged: true as const}, 5, 4, undefined],
    [{increases: true as const}, 6, 5, '6'],
  ] as const
  for (const [expect, good, bad, nothing] of rows) {
    const of = (value: unknown) => holds({v: expect as never}, {v: value}, {v: 5})
    assert.equal([of(good), of(bad), of(nothing)], ['true', 'false', 'unknown'], JSON.stringify(expect))
  }
  assert.equal(
    [holds({v: {exists: true}}, {v: 0}, undefined), holds({v: {exists: true}}, {}, undefined)],
    ['true', 'false'],
  )
  assert.equal(
    [holds({v: {absent: true}}, {}, undefined), holds({v: {absent: true}}, {v: 0}, undefined)],
    ['true', 'false'],
  )
})

it('a probe that gave nothing is never true, whatever is expected', () => {
  assert.is(holds({v: {absent: true}}, undefined, undefined), 'unknown')
  assert.is(holdsAtFirst({v: {unchanged: true}}, undefined), 'unknown')
  assert.is(holdsAtFirst({v: {unchanged: true}}, {}), 'unknown')
  assert.is(holdsAtFirst({v: {unchanged: true}}, {v: 1}), 'true')
})

it('a place names one value, or none', () => {
  const seen = {
    json: {
      list: [
        {name: 'a', n: 1},
        {name: 'b', n: 2},
        {name: 'b', n: 3},
        {name: 'c/*/d', n: 4},
      ],
    },
  }
  assert.equal(
    [
      'json/list/0/n',
      'json/list/name=a/n',
      'json/list/name=b/n',
      'json/list/name=(c/*/d)/n',
      'json/none/n',
      '__proto__',
    ].map((place) => valueAt(seen, place)),
    [1, 1, undefined, 4, undefined, undefined],
  )
})

it.run()
