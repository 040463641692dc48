import type {AlertMeasure} from '#contract/generated/types'
import {increaseOf, type MetricHistory} from './metric-history.ts'

/** Where nothing is said. Seconds. */
export const WINDOW_S = 300

/**
 * What a rule compares, for one node or over several. `atS`: the time of the last scrape. Undefined where nothing was told that it could be made of; NaN where
 * there was nothing to divide by, which no comparison holds for.
 */
export function measured(
  {kind, metric, of = '', where, window_s: windowS = WINDOW_S, quantile = 0.5}: AlertMeasure,
  nodes: readonly MetricHistory[],
  atS: number,
): number | undefined {
  const each = (read: (one: MetricHistory) => number | undefined) => nodes.map(read).filter((one) => one !== undefined)
  switch (kind) {
    case 'value':
      return highest(each((one) => one.now({metric})))
    case 'age':
      return highest(each((one) => one.now({metric})).map((then) => atS - then))
    case 'share':
      return highest(each((one) => dividedBy(one.now({metric}), one.now({metric: of}))))
    case 'growth':
      return highest(each((one) => dividedBy(one.now({metric}), one.before({metric}, windowS))))
    case 'lowest':
      return highest(
        each((one) => smallest([...one.within({metric}, windowS).values()].flat().map(({value}) => value))),
      )
    case 'gain':
      return highest(each((one) => lessBy(one.now({metric}), one.before({metric}, windowS))))
    case 'missing':
      return nodes.length - each((one) => one.now({metric})).filter((value) => value === 1).length
    case 'ratio':
      return dividedBy(grown({metric, where}, windowS, nodes) ?? 0, grown({metric}, windowS, nodes))
    case 'quantile':
      return quantileOf(bucketsOf(metric, windowS, nodes), quantile)
  }
}

const highest = (values: readonly number[]) => (values.length === 0 ? undefined : Math.max(...values))
const smallest = (values: readonly number[]) => (values.length === 0 ? undefined : Math.min(...values))

function dividedBy(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one / other
}

function lessBy(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one - other
}

/** Summed before anything is divided: a node with two requests does not weigh as much as one with thousands. */
function grown(
  choice: Parameters<MetricHistory['within']>[0],
  windowS: number,
  nodes: readonly MetricHistory[],
): number | undefined {
  const all = nodes.flatMap((one) => [...one.within(choice, windowS).values()].map(increaseOf))
  const known = all.filter((one) => one !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0)
}

interface Bucket {
  readonly most: number
  readonly count: number
}

function bucketsOf(metric: string, windowS: number, nodes: readonly MetricHistory[]): Bucket[] {
  const counts = new Map<number, number>()
  for (const node of nodes) {
    for (const [labels, values] of node.within({metric: `${metric}_bucket`}, windowS)) {
      const {le = ''} = JSON.parse(labels)
      const most = le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le)
      const more = increaseOf(values)
      if (more !== undefined) counts.set(most, (counts.get(most) ?? 0) + more)
    }
  }
  return [...counts].map(([most, count]) => ({most, count})).sort((a, b) => a.most - b.most)
}

/** In a straight line between the bounds of its bucket; of the last one the bound below. Source: Prometheus, histogram_quantile. */
function quantileOf(buckets: readonly Bucket[], quantile: number): number | undefined {
  const total = buckets.at(-1)?.count
  if (total === undefined) return undefined
  if (total === 0) return Number.NaN
  const rank = quantile * total
  const at = buckets.findIndex(({count}) => count >= rank)
  const [below, own] = [buckets[at - 1] ?? {most: 0, count: 0}, buckets[at]]
  if (own === undefined || own.most === Number.POSITIVE_INFINITY) return below.most
  return below.most + (own.most - below.most) * ((rank - below.count) / (own.count - below.count))
}
