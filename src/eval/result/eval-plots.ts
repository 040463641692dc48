import type {EvalRow} from '#contract/generated/types'
import type {ForestPlot, LineChart, LinePoint, Plot} from '#report/plot'

/** Metrics of one quantity at several horizons, such as `skill@8`. */
const AT_HORIZON = /^(.+)@(\d+)$/

/** The judged rows with their limits, a plot for each metric of a suite, and curves over the horizon. */
export function evalPlots(rows: readonly EvalRow[]): Plot[] {
  return [...forests(rows), ...curves(rows)]
}

/** What no rule looks at stands in the tables. */
function forests(rows: readonly EvalRow[]): ForestPlot[] {
  const judged = rows.filter(({state, ci}) => state !== 'measured' && ci !== undefined)
  const groups = Map.groupBy(judged, ({suite, metric}) => `${suite}: ${metric}`)
  return [...groups].map(([name, group]) => ({
    kind: 'forest',
    name: `${name}, with 95 % intervals`,
    axis: {label: group[0]?.unit ?? '', scale: 'linear'},
    rows: group.map(({provider, env, stratum, estimate, ci}) => ({
      label: `${provider} ${env} ${stratum}`,
      estimate,
      low: ci?.low ?? null,
      high: ci?.high ?? null,
    })),
  }))
}

/** A chart for each quantity, provider and stratum: one line an environment. */
function curves(rows: readonly EvalRow[]): LineChart[] {
  const named = rows.flatMap((row) => {
    const [, quantity, horizon] = AT_HORIZON.exec(row.metric) ?? []
    return quantity === undefined ? [] : [{row, quantity, horizon: Number(horizon)}]
  })
  const charts = Map.groupBy(
    named,
    ({row, quantity}) => `${quantity} of ${row.provider} over the horizon, ${row.stratum}`,
  )
  return [...charts].map(([name, points]) => ({
    kind: 'line',
    name,
    x: {label: 'steps ahead', scale: 'log'},
    y: {label: points[0]?.quantity ?? '', scale: 'linear'},
    series: [...Map.groupBy(points, ({row}) => row.env)].map(([label, line]) => ({
      label,
      points: line.flatMap(pointOf),
    })),
  }))
}

function pointOf({row: {estimate, ci}, horizon}: {row: EvalRow; horizon: number}): LinePoint[] {
  if (estimate === null) return []
  const limits = ci?.low != null && ci.high != null ? {low: ci.low, high: ci.high} : {}
  return [{x: horizon, y: estimate, ...limits}]
}
