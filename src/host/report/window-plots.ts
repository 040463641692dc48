import type {LineChart, LinePoint} from '#report/plot'
import type {MetricWindow} from '../judge/compare-windows.ts'

const UNITS = {
  memory_bytes: 'bytes',
  cpu_seconds: 'seconds of processor',
  open_fds: 'descriptors',
  threads: 'threads',
} as const

/** A picture a compared metric: how times are distributed, and how resources went, before and after. */
export function windowPlots(before: MetricWindow, after: MetricWindow): LineChart[] {
  const times = before.probes.flatMap(({kind, ms}): LineChart[] => {
    const now = after.probes.find((probe) => probe.kind === kind)?.ms ?? []
    if (ms.length === 0 || now.length === 0) return []
    return [chart(`latency.${kind}`, {x: 'ms', y: 'share of requests'}, [stepsOf(ms), stepsOf(now)])]
  })
  const resources = (after.resources ?? []).flatMap(({node, metric, at_s, values}): LineChart[] => {
    const old = before.resources?.find((one) => one.node === node && one.metric === metric)
    if (old === undefined) return []
    const course = (at: readonly number[], all: readonly number[]) => all.map((y, index) => ({x: at[index] ?? 0, y}))
    const lines = [course(old.at_s, old.values), course(at_s, values)] as const
    return [chart(`${metric}.${node}`, {x: 'seconds of the window', y: UNITS[metric]}, lines)]
  })
  return [...times, ...resources]
}

type Points = readonly LinePoint[]

function chart(name: string, {x, y}: {x: string; y: string}, [old, now]: readonly [Points, Points]): LineChart {
  return {
    kind: 'line',
    name,
    x: {label: x, scale: 'linear'},
    y: {label: y, scale: 'linear'},
    series: [
      {label: 'before', points: old},
      {label: 'after', points: now},
    ],
  }
}

/** The share of requests that took at most so long. */
function stepsOf(times: readonly number[]): Points {
  return times.toSorted((a, b) => a - b).map((x, at) => ({x, y: (at + 1) / times.length}))
}
