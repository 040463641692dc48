import type {EvalRow, RuleOutcome} from '#contract/generated/types'
import type {VerdictState} from '#error/exit'
import type {ForestPlot, LineChart, LinePoint, Plot, Reference} from '#report/plot'

/** Metrics of one quantity at several horizons, such as `skill@8`; what stands behind `coverage@` is no horizon. */
const AT_HORIZON = /^(?!coverage@)(.+)@(\d+)$/

/** What the rules ask of a row itself, as verdicts write it: `ci_low >= 0.8`. */
const LIMIT = /^(?:estimate|ci_low|ci_high) (?:[<>]=?|==) (\S+)$/

/** The judged rows with their limits and those of the rules, a plot for each metric of a suite, and curves over the horizon. */
export function evalPlots(rows: readonly EvalRow[], rules: readonly RuleOutcome[]): Plot[] {
  return [...forests(rows, rules), ...curves(rows)]
}

/** What no rule looks at stands in the tables. */
function forests(rows: readonly EvalRow[], rules: readonly RuleOutcome[]): ForestPlot[] {
  const judged = rows.filter(({state, ci}) => state !== 'measured' && ci !== undefined)
  const groups = Map.groupBy(judged, ({suite, metric}) => `${suite}: ${metric}`)
  return [...groups].map(([name, group]) => ({
    kind: 'forest',
    name: `${name}, with 95 % intervals`,
    axis: {label: group[0]?.unit ?? '', scale: 'linear'},
    references: limitsOf(group, rules),
    rows: group.map(({provider, env, stratum, estimate, ci, state}) => ({
      label: `${provider} ${env} ${stratum}`,
      ...shownState(state),
      estimate,
      low: ci?.low ?? null,
      high: ci?.high ?? null,
    })),
  }))
}

/** A waived rule decides nothing, so its row looks like one that was left out. */
function shownState(state: EvalRow['state']): {state?: VerdictState} {
  if (state === 'measured') return {}
  return {state: state === 'waived' ? 'skipped' : state}
}

/** The limits that the rules set to these rows, each once. */
function limitsOf(rows: readonly EvalRow[], rules: readonly RuleOutcome[]): Reference[] {
  const own = new Set(rows.flatMap(({rule_ids}) => rule_ids))
  const texts = rules.flatMap(({id, threshold}) => (own.has(id) && threshold !== undefined ? [threshold] : []))
  return [...new Set(texts)].flatMap((label) => {
    const value = Number(LIMIT.exec(label)?.[1] ?? Number.NaN)
    return Number.isFinite(value) ? [{value, label}] : []
  })
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
