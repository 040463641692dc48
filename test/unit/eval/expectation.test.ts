import fc from 'fast-check'
import * as assert from 'uvu/assert'
import type {EvalExpectation} from '#contract/generated/types'
import {expectationFault} from '#eval/suite/fixtures/expectation'
import {spec} from '../../support/spec.ts'

const it = spec('expectations')

const ANSWER = {
  scores: [3, 1, 2],
  state: {
    x: 0.5,
    name: 'a',
    list: [
      [1, 2],
      [3, 4],
    ],
  },
  none: null,
  'a/b~c': 1,
}

const TABLE: [EvalExpectation, string | undefined][] = [
  [{path: '/state/x', equals: 0.5}, undefined],
  [{path: '/state/x', equals: 0.6}, '/state/x differs'],
  [{path: '/none', equals: null}, undefined],
  [{path: '/state/name', equals: 'a'}, undefined],
  [
    {
      path: '/state/list',
      equals: [
        [1, 2],
        [3, 4],
      ],
    },
    undefined,
  ],
  [{path: '/a~1b~0c', equals: 1}, undefined],
  [{path: '/state/y', equals: 1}, '/state/y is missing'],
  [{path: '/state/constructor', finite: true}, '/state/constructor is missing'],
  [{path: '/scores/3', finite: true}, '/scores/3 is missing'],
  [{path: '/state/x', near: {value: 0.4, tol: 0.11}}, undefined],
  [{path: '/state/x', near: {value: 0.4, tol: 0.05}}, '/state/x is 0.5 instead of 0.4'],
  [{path: '/scores', near: {value: [3, 1, 2.5], tol: 0.1}}, '/scores is 2 instead of 2.5 at 2'],
  [{path: '/scores', near: {value: [3, 1], tol: 9}}, '/scores has shape (3)'],
  [
    {
      path: '/state/list',
      near: {
        value: [
          [1, 2],
          [3, 4],
        ],
        tol: 0,
      },
    },
    undefined,
  ],
  [{path: '/state/name', near: {value: 1, tol: 9}}, '/state/name is NaN instead of 1'],
  [{path: '/scores', range: [1, 3]}, undefined],
  [{path: '/scores', range: [1, 2]}, '/scores is out of range: 3'],
  [{path: '/state/list', shape: [2, 2]}, undefined],
  [{path: '/state/list', shape: [4]}, '/state/list has shape (2, 2)'],
  [{path: '/state/x', shape: []}, undefined],
  [{path: '/scores', order: [1, 2, 0]}, undefined],
  [{path: '/scores', order: [0, 1, 2]}, '/scores has order 1, 2, 0'],
  [{path: '/scores', finite: true}, undefined],
  [{path: '/state/name', finite: true}, '/state/name is not finite: NaN'],
  [{path: '', finite: true}, 'the answer is not finite: NaN'],
]

it('each way of saying it holds and fails where it must', () => {
  for (const [expectation, wanted] of TABLE)
    assert.is(expectationFault(ANSWER, expectation), wanted, JSON.stringify(expectation))
})

it('NaN is near nothing, in no range and not finite', () => {
  const answer = {x: Number.NaN}
  for (const expectation of [
    {path: '/x', near: {value: 0, tol: 1e9}},
    {path: '/x', range: [-1e9, 1e9]},
    {path: '/x', finite: true as const},
    {path: '/x', equals: 0},
  ])
    assert.ok(expectationFault(answer, expectation as EvalExpectation))
})

it('an empty list holds no number', () => {
  assert.is(expectationFault({x: []}, {path: '/x', finite: true}), '/x holds no number')
})

it('every JSON value equals itself', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.is(expectationFault(value, {path: '', equals: value}), undefined)
    }),
  )
})

it.run()
