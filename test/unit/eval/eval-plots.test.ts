import * as assert from 'uvu/assert'
import type {EvalRow, RuleOutcome} from '#contract/generated/types'
import {evalPlots} from '#eval/report/eval-plots'
import {spec} from '../../support/spec.ts'

const it = spec('plots of an evaluation')

function row(over: Partial<EvalRow>): EvalRow {
  const ci = {low: 0.7, high: 0.95, level: 0.95, method: 'bca'}
  const place = {suite: 'rollout', provider: 'analytic', env: 'pendulum', stratum: 'random', unit: 'skill'}
  return {...place, metric: 'skill@8', estimate: 0.9, ci, state: 'measured', ...over} as EvalRow
}

function rule(id: string, threshold: string): RuleOutcome {
  return {id, severity: 'gate', state: 'pass', metric: 'success_rate', select: '', n: 20, threshold}
}

it('draws a curve over the horizon for each environment, without what has no value', () => {
  const rows = [
    row({metric: 'skill@1', estimate: 1}),
    row({}),
    row({metric: 'skill@16', estimate: null}),
    row({env: 'two-room', metric: 'skill@1'}),
  ]
  const [chart, ...others] = evalPlots(rows, [])
  assert.is(others.length, 0)
  assert.is(chart?.kind, 'line')
  if (chart?.kind !== 'line') return
  assert.is(chart.name, 'skill of analytic over the horizon, random')
  assert.equal(
    chart.series.map(({label, points}) => [label, points.map(({x, y}) => [x, y])]),
    [
      [
        'pendulum',
        [
          [1, 1],
          [8, 0.9],
        ],
      ],
      ['two-room', [[1, 0.9]]],
    ],
  )
})

it('puts rows that a rule judges under one another, a plot for each metric', () => {
  const success = {suite: 'closed-loop', metric: 'success_rate', state: 'pass'} as const
  const plots = evalPlots(
    [
      row({...success, rule_ids: ['a', 'b']}),
      row({...success, env: 'two-room', state: 'fail', rule_ids: ['c']}),
      row({...success, metric: 'spl', state: 'measured', rule_ids: []}),
    ],
    [rule('a', 'ci_low >= 0.8'), rule('b', 'not worse than baseline by more than 0.05'), rule('c', 'ci_low >= 0.8')],
  )
  assert.is(plots.length, 1)
  const [forest] = plots
  assert.equal(forest?.kind === 'forest' && [forest.name, forest.rows.map(({label}) => label)], [
    'closed-loop: success_rate, with 95 % intervals',
    ['analytic pendulum random', 'analytic two-room random'],
  ])
  assert.equal(forest?.kind === 'forest' && [forest.references, forest.rows.map(({state}) => state)], [
    [{value: 0.8, label: 'ci_low >= 0.8'}],
    ['pass', 'fail'],
  ])
})

it.run()
