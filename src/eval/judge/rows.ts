import type {EvalBaselines, EvalEpisode, EvalRow} from '#contract/generated/types'
import type {Measurement, RowFacts} from '#gate/rule'
import {anytimeEvidence, estimateUntilDecided} from '../metric/anytime.ts'
import {type CellFacts, type CellResult, cellName, sequenceDocument} from '../model/cell.ts'
import {withBoundary} from '../model/claims.ts'
import {type Metric, metricsFor} from '../model/suite.ts'

/** The rows of a cell, one a metric that means something there. Judged later: `state` is `measured`. */
export function estimateRows(cell: CellResult, limitsOf: LimitsOf): EvalRow[] {
  return metricsFor(cell.facts).flatMap((metric) => estimateRow(metric, cell, limitsOf) ?? [])
}

/** What rules hold the intervals of a metric against in a place. */
export type LimitsOf = (metric: Metric, facts: CellFacts) => readonly number[]

/** The row of one metric; undefined where it has no meaning. */
export function estimateRow(metric: Metric, cell: CellResult, limitsOf: LimitsOf): EvalRow | undefined {
  const {facts, episodes, planned, sequence} = cell
  const place = {...facts, limits: limitsOf(metric, facts)}
  const found = sequence
    ? estimateUntilDecided(metric, {facts: place, episodes, sequence})
    : metric.measure(episodes, place)
  if (found === undefined) return undefined
  const errors = episodes.filter((episode) => episode.error).length
  return {
    row_id: `${cellName(facts)}/${metric.name}`,
    suite: facts.suite.name,
    suite_version: facts.suite.version,
    level: facts.suite.level,
    provider: facts.provider,
    env: facts.env,
    stratum: facts.stratum,
    planner: facts.planner,
    success_mode: facts.successMode,
    metric: metric.name,
    direction: metric.direction,
    ...(metric.target !== undefined && {target: metric.target}),
    unit: metric.unit,
    estimate: found.estimate,
    ci: found.ci,
    n: found.n,
    n_planned: planned,
    n_run: episodes.length,
    n_skipped: planned - episodes.length,
    n_scored: episodes.length - errors,
    n_errors: errors,
    model_evals: modelEvals(cell),
    env_step_budget: facts.envStepBudget,
    baselines: baselinesOf(metric, cell),
    mde: found.mde,
    state: 'measured',
    rule_ids: [],
    claim: withBoundary(facts.suite.level, facts.suite.claim),
    ...(sequence && {until_decided: sequenceDocument(sequence)}),
    ...(found.reason !== undefined && {reason: found.reason}),
  }
}

function modelEvals({episodes, facts}: CellResult): number | null {
  if (facts.planner === null) return null
  return episodes.reduce((sum, episode) => sum + (episode.model_evals ?? 0), 0)
}

function baselinesOf(metric: Metric, {baselines, facts}: CellResult): EvalBaselines | null {
  if (!baselines) return null
  const place = {...facts, isPointEnough: true}
  const value = (name: keyof EvalBaselines) => metric.measure(baselines[name], place)?.estimate ?? null
  return {random: value('random'), frozen: value('frozen'), oracle: value('oracle')}
}

/** Rows as rules see them, with the evidence of those whose trials were looked at as they came. */
export function gateMeasurements(rows: readonly EvalRow[], cells: readonly CellResult[]): Measurement[] {
  return rows.map((row) => {
    if (!row.until_decided) return rowMeasurement(row)
    const cell = cells.find(({facts}) => row.row_id === `${cellName(facts)}/${row.metric}`)
    return withEvidence(
      row,
      cell?.facts.suite.metrics.find(({name}) => name === row.metric),
      cell?.episodes ?? [],
    )
  })
}

/** A row whose trials were looked at as they came, as rules see it: no p-value can be read from its interval. */
export function withEvidence(row: EvalRow, metric: Metric | undefined, episodes: readonly EvalEpisode[]): Measurement {
  const pAt = metric && anytimeEvidence(metric, episodes)
  return {...rowMeasurement(row), ...(pAt && {pAt})}
}

/** A row as rules see it. */
export function rowMeasurement(row: EvalRow): Measurement {
  return {
    rowId: row.row_id,
    facts: selectableFacts(row),
    metric: row.metric,
    estimate: row.estimate,
    ...(row.ci && {ci: row.ci}),
    n: row.n,
    ...(row.reason !== undefined && {reason: row.reason}),
  }
}

/** What rules select a row by. */
export function selectableFacts({
  suite,
  env,
  stratum,
  provider,
  planner,
}: Pick<EvalRow, 'suite' | 'env' | 'stratum' | 'provider' | 'planner'>): RowFacts {
  return {kind: 'eval', suite, env, stratum, provider, ...(planner !== null && {planner})}
}
