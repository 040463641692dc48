import * as assert from 'uvu/assert'
import {comparePlots} from '#compare/compare-plots'
import type {ComparisonRow, RunComparison} from '#contract/generated/types'
import {spec} from '../../support/spec.ts'

const it = spec('plots of a comparison')

function row(over: object): ComparisonRow {
  const ci = {low: -0.2, high: 0.1, level: 0.95, method: 'newcombe-paired'}
  const effect = {scale: 'difference', estimate: -0.1, ci, identical: false}
  const metric = {metric: 'success_rate', direction: 'higher', unit: 'ratio'}
  const place = {row_id: 'closed-loop/two-room/cross/p/success_rate', primary: true, margin: 0.05, status: 'regressed'}
  return {...metric, ...place, effect, ...over} as ComparisonRow
}

const plotsOf = (...rows: ComparisonRow[]) => comparePlots({rows} as unknown as RunComparison)

it('draws rows that decide between the margins: lost to the left, won to the right', () => {
  const [plot, ...others] = plotsOf(row({}), row({status: 'inconclusive'}), row({primary: false}))
  assert.is(others.length, 0)
  assert.equal(plot?.references, [
    {value: -0.05, label: 'lost'},
    {value: 0.05, label: 'won'},
  ])
  assert.equal(
    plot?.rows.map(({label, state, low}) => [label, state, low]),
    [
      ['closed-loop/two-room/cross/p', 'fail', -0.2],
      ['closed-loop/two-room/cross/p', 'inconclusive', -0.2],
    ],
  )
})

it('turns the sides around for ratios, of which less is better', () => {
  const ci = {low: 0.9, high: 1.2, level: 0.95, method: 'welch-log'}
  const effect = {scale: 'ratio', estimate: 1.1, ci, identical: false}
  const [plot] = plotsOf(row({effect, margin: 1.25, metric: 'response_ms.p50', direction: 'lower'}))
  assert.equal(plot?.references, [
    {value: 1.25, label: 'lost'},
    {value: 0.8, label: 'won'},
  ])
})

it.run()
