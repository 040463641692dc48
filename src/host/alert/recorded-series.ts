import {AssayError} from '#error/assay-error'
import {type MetricSample, readMetrics} from '../model/prometheus.ts'
import type {Scrapes, WatchedNode} from './alert-watch.ts'

/** One metric with its labels, and what it was at each scrape; null where it was not told. */
export interface RecordedSeries {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  /** Undefined: every node told the same. */
  readonly node: string | undefined
  readonly values: readonly (number | null)[]
}

const LINE = /^(?<series>[a-zA-Z_:][a-zA-Z0-9_:]*(?:\{.*\})?)\s+(?<values>\S.*)$/
const STEPS = /^(?<first>_|[-+0-9.e]+?)(?<more>[+-][0-9.e]+)?x(?<times>[0-9]{1,5})$/

/**
 * Reads series as rule tests of Prometheus write them, a line each: `hostnode_ready{node="n2"} 1x20 0x59`, `100+40x80`, `_x5` for what is not told; `#` begins a remark.
 * A later line about the same series of a node stands for an earlier one. Throws `alerts_invalid`. Source: Prometheus, Unit testing for rules, series notation.
 */
export function readSeries(text: string): RecordedSeries[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.flatMap((line, at) => {
    if (line === '' || line.startsWith('#')) return []
    const {series = '', values = ''} = LINE.exec(line)?.groups ?? {}
    const [sample] = series === '' ? [] : (readMetrics(`${series} 0`) ?? [])
    const read = values.split(/\s+/).map(valuesIn)
    if (sample === undefined || read.some((one) => one === undefined))
      throw new AssayError('alerts_invalid', `line ${at + 1} of the series is none`)
    const {node, ...labels} = sample.labels
    return [{name: sample.name, labels, node, values: read.flatMap((one) => one ?? [])}]
  })
}

/** What one node told at each scrape. While `up` is 0 it told nothing. */
export function seriesOfNode(series: readonly RecordedSeries[], node: string): RecordedSeries[] {
  const own = new Map<string, RecordedSeries>()
  for (const one of series.filter((each) => (each.node ?? node) === node))
    own.set(`${one.name} ${JSON.stringify(one.labels)}`, {...one, node})
  const up = [...own.values()].find(({name}) => name === 'up')
  return [...own.values()].map((one) =>
    one === up ? one : {...one, values: one.values.map((value, at) => (up?.values[at] === 0 ? null : value))},
  )
}

/** All nodes at each scrape, as whoever reads them sees it. */
export function scrapesOf(series: readonly RecordedSeries[], nodes: readonly WatchedNode[]): Scrapes[] {
  const each = nodes.map(({name}) => [name, seriesOfNode(series, name)] as const)
  const length = Math.max(0, ...series.map(({values}) => values.length))
  return Array.from({length}, (_, at) => new Map(each.map(([name, own]) => [name, samplesAt(own, at)])))
}

function samplesAt(own: readonly RecordedSeries[], at: number): MetricSample[] | undefined {
  if (own.some(({name, values}) => name === 'up' && values[at] === 0)) return undefined
  return own.flatMap(({name, labels, values}) => {
    const value = values[at] ?? null
    return value === null || name === 'up' ? [] : [{name, labels, value}]
  })
}

/** `axn` is so many beside the first. */
function valuesIn(word: string): (number | null)[] | undefined {
  if (word === '_') return [null]
  const {first = word, more, times} = STEPS.exec(word)?.groups ?? {}
  if (first === '_') return Array.from({length: Number(times)}, () => null)
  const [start, step] = [Number(first), Number(more ?? 0)]
  if (!Number.isFinite(start) || !Number.isFinite(step)) return undefined
  return Array.from({length: Number(times ?? 0) + 1}, (_, at) => start + at * step)
}
