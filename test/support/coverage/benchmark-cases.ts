import {estimatesOf} from '#benchmark/judge/estimates'
import {throughputEstimate} from '#benchmark/judge/throughput-estimate'
import {SampleStore} from '#benchmark/model/sample-store'
import type {BenchmarkEstimate} from '#contract/generated/types'
import {type Stream, seedStream} from '#random/stream'
import type {CoverageCase} from './coverage.ts'
import {SERIES, type Series} from './series.ts'

const CALLS = [60, 200, 1000]
const PROCESSES = [2, 3, 5, 10]
const OF_A_PROCESS = 100
const STATISTICS = ['p50', 'p95', 'average'] as const
type Statistic = (typeof STATISTICS)[number]

const truthOf = (series: Series, statistic: Statistic) => (statistic === 'average' ? series.mean : series[statistic])
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const intervalOf = ({ci}: BenchmarkEstimate) => ci ?? null

/** What is rarer than a few times in all calls cannot be known from them. */
function isBeyond(series: Series, statistic: Statistic | 'throughput', n: number): boolean {
  const isMean = statistic === 'average' || statistic === 'throughput'
  return n < (series.rare?.[isMean ? 'mean' : 'quantile'] ?? 0)
}

/** Times of one process, alike or not. */
function ofOneProcess(series: Series, n: number): CoverageCase[] {
  const cases = STATISTICS.map((statistic): CoverageCase => {
    const interval = (stream: Stream) => {
      const ms = series.draw(stream, n)
      return intervalOf(estimatesOf([ms], meanOf(ms))[statistic])
    }
    const beyond = isBeyond(series, statistic, n)
    const [of, truth] = [`${statistic} of one process`, truthOf(series, statistic)]
    return {of, data: series.name, n, truth, isBeyond: beyond, interval}
  })
  return [...cases, throughputCase(series, n)]
}

/** One caller after another. */
function throughputCase(series: Series, n: number): CoverageCase {
  const interval = (stream: Stream) => {
    const store = new SampleStore(seedStream('samples'))
    let endNs = 0
    for (const [seq, ms] of series.draw(stream, n).entries()) {
      const startNs = endNs
      endNs += Math.round(ms * 1e6)
      store.add({seq, intendedNs: startNs, startNs, endNs, outcome: 'success'})
    }
    const perSecond = (n * 1e9) / endNs
    return intervalOf(throughputEstimate([{store}], [perSecond], perSecond))
  }
  const beyond = isBeyond(series, 'throughput', n)
  return {of: 'throughput of one process', data: series.name, n, truth: 1000 / series.mean, isBeyond: beyond, interval}
}

/** Processes that are each faster or slower as a whole: the truth is that of the typical one. */
function ofProcesses(between: number, processes: number): CoverageCase[] {
  const [series] = SERIES
  if (!series) return []
  return STATISTICS.map((statistic): CoverageCase => {
    const interval = (stream: Stream) => {
      const all = Array.from({length: processes}, () => {
        const factor = Math.exp(between * stream.gaussian())
        return series.draw(stream, OF_A_PROCESS).map((ms) => ms * factor)
      })
      return intervalOf(estimatesOf(all, meanOf(all.flat()))[statistic])
    }
    const data = `processes that differ by ${Math.round(100 * between)} %, ${OF_A_PROCESS} calls each`
    return {of: `${statistic} of several processes`, data, n: processes, truth: truthOf(series, statistic), interval}
  })
}

export const BENCHMARK_CASES: readonly CoverageCase[] = [
  ...SERIES.flatMap((series) => CALLS.flatMap((n) => ofOneProcess(series, n))),
  ...[0.02, 0.1].flatMap((between) => PROCESSES.flatMap((processes) => ofProcesses(between, processes))),
]
