import * as assert from 'uvu/assert'
import {Histogram} from '#benchmark/model/histogram'
import {benchmarkPlots, withSharesOfAnswered} from '#benchmark/report/plots'
import type {BenchmarkTiming} from '#contract/generated/types'
import type {LineChart} from '#report/plot'
import {spec} from '../../support/spec.ts'

const it = spec('plots of a benchmark')

/** A row of one process in which so many calls were answered, one millisecond longer each, and so many failed. */
function plotsOf(answered: number, failed: number) {
  const response = new Histogram()
  for (let call = 1; call <= answered; call++) response.add(call * 1e6)
  const of = {provider: 'mock', operation: 'score'}
  const nothing = {estimate: null, n: 0}
  const row = {...of, error_count: failed, response: {p50: nothing, p95: nothing}}
  const timing = {rows: [row], processes: [{...of, repeat: 1, response: response.document()}]}
  return benchmarkPlots(timing as unknown as BenchmarkTiming)
}

const lastShare = (plots: ReturnType<typeof plotsOf>) =>
  plots.find((plot): plot is LineChart => plot.kind === 'line')?.series[0]?.points.at(-1)?.y

it('the share that was answered within a time is one of all calls, and ends below 1 where some failed', () => {
  assert.is(lastShare(plotsOf(20, 0)), 1)
  assert.is(lastShare(plotsOf(20, 60)), 0.25)
})

it('reports of earlier versions, which left out what failed, are drawn as they were', () => {
  assert.is(lastShare([...withSharesOfAnswered(plotsOf(20, 60))]), 1)
  assert.equal(withSharesOfAnswered(plotsOf(20, 0)), plotsOf(20, 0))
})

it.run()
