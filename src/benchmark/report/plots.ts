import type {BenchmarkHistogram, BenchmarkRow, BenchmarkTiming} from '#contract/generated/types'
import type {Bar, ForestPlot, LineChart, LinePoint, Plot} from '#report/plot'
import {bucketBounds} from '../model/histogram.ts'

/** Bars per octave: 64 would be thinner than a pixel. */
const BARS_PER_OCTAVE = 8
/** Most rows for which histograms are drawn: nobody looks at a page of pictures, and the numbers are in the tables. */
const MOST_HISTOGRAMS = 12
const SHARES = 'Share of the calls of'
const MS = {label: 'response time (ms)', scale: 'log'} as const

/** Plots of medians and p95 with their limits, of the distribution of response times, and a histogram for each row. */
export function benchmarkPlots({rows, processes}: Pick<BenchmarkTiming, 'rows' | 'processes'>): Plot[] {
  const drawn = rows.map((row) => {
    const own = processes.filter(({provider, operation}) => provider === row.provider && operation === row.operation)
    return {row, counts: merged(own.map(({response}) => response))}
  })
  const shown = drawn.filter(({counts}) => counts.length > 0)
  if (shown.length === 0) return []
  return [
    forestOf(rows, 'p50'),
    forestOf(rows, 'p95'),
    ...cumulative(shown),
    ...(shown.length > MOST_HISTOGRAMS ? [] : shown.map(histogramOf)),
  ]
}

interface Drawn {
  readonly row: BenchmarkRow
  /** Pairs of bucket and count, ascending by bucket. */
  readonly counts: readonly (readonly [number, number])[]
}

function merged(histograms: readonly BenchmarkHistogram[]): [number, number][] {
  const counts = new Map<number, number>()
  for (const [bucket = 0, count = 0] of histograms.flatMap(({buckets}) => buckets)) {
    counts.set(bucket, (counts.get(bucket) ?? 0) + count)
  }
  return [...counts].sort(([a], [b]) => a - b)
}

const nameOf = ({provider, operation}: BenchmarkRow) => `${provider} ${operation}`

function forestOf(rows: readonly BenchmarkRow[], statistic: 'p50' | 'p95'): ForestPlot {
  return {
    kind: 'forest',
    name: `${statistic} of the response time, with 95 % intervals`,
    axis: MS,
    rows: rows.map((row) => {
      const {estimate, ci} = row.response[statistic]
      return {label: nameOf(row), estimate, low: ci?.low ?? null, high: ci?.high ?? null}
    }),
  }
}

/** A chart for each provider, with its operations side by side. */
function cumulative(drawn: readonly Drawn[]): LineChart[] {
  const providers = [...new Set(drawn.map(({row}) => row.provider))]
  return providers.map((provider) => ({
    kind: 'line',
    name: `${SHARES} ${provider} answered within a time`,
    x: MS,
    y: {label: 'share', scale: 'linear'},
    series: drawn
      .filter(({row}) => row.provider === provider)
      .map((one) => ({label: one.row.operation, isStepped: true, points: shares(one)})),
  }))
}

/** Cumulative shares of all calls, so that failed ones keep the curve below 1. */
function shares({row, counts}: Drawn): LinePoint[] {
  const total = counts.reduce((sum, [, count]) => sum + count, row.error_count)
  let seen = 0
  return counts.map(([bucket, count]) => {
    seen += count
    return {x: bucketBounds(bucket).highNs / 1e6, y: seen / total}
  })
}

/** The plots as earlier versions drew them: failed calls were left out, so each curve ended at 1. */
export function withSharesOfAnswered(plots: readonly Plot[]): readonly Plot[] {
  return plots.map((plot) => {
    if (plot.kind !== 'line' || !plot.name.startsWith(SHARES)) return plot
    const series = plot.series.map((one) => {
      const last = one.points.at(-1)?.y || 1
      return {...one, points: one.points.map(({x, y}) => ({x, y: y / last}))}
    })
    return {...plot, series}
  })
}

function histogramOf({row, counts}: Drawn): Plot {
  const bars = new Map<number, Bar>()
  for (const [bucket, count] of counts) {
    const {lowNs} = bucketBounds(bucket)
    const octave = Math.floor(Math.log2(Math.max(1, lowNs)))
    const part = Math.floor((lowNs / 2 ** octave - 1) * BARS_PER_OCTAVE)
    const edge = (at: number) => (2 ** octave * (1 + at / BARS_PER_OCTAVE)) / 1e6
    const key = octave * BARS_PER_OCTAVE + part
    bars.set(key, {from: edge(part), to: edge(part + 1), value: (bars.get(key)?.value ?? 0) + count})
  }
  return {
    kind: 'bars',
    name: `Response times of ${nameOf(row)}`,
    x: MS,
    y: {label: 'calls', scale: 'linear'},
    bars: [...bars.values()],
  }
}
