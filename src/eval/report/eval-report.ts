import type {EvalBaselines, EvalFailure, EvalMeasurement, EvalRow, Verdict} from '#contract/generated/types'
import {ruleCase} from '#gate/rule-case'
import type {Case, Fact, Report, Table, TableCell} from '#report/report'
import {evalPlots} from './eval-plots.ts'
import {shownFailures} from './failures.ts'
import {placeOf} from './fine-cases.ts'
import {inPlainWords} from './plain-words.ts'
import type {ToDecide} from './suggested-commands.ts'
import type {SuiteFigures} from './suite-figures.ts'

export interface EvalReportInput {
  /** Who was to be judged. */
  readonly providers: readonly string[]
  readonly measurement: EvalMeasurement
  readonly verdict: Verdict
  readonly failures: readonly EvalFailure[]
  readonly fineCases: readonly Case[]
  /** Figures of suites that report more than rows. */
  readonly figures: readonly SuiteFigures[]
  /** What providers said of their errors, and what was seen first of trials that failed. */
  readonly errors: readonly string[]
  /** Trials that were under way when enough was decided. */
  readonly discarded: number
  readonly toDecide: ToDecide
}

/** The evaluation in words and numbers: rows with their intervals, rules as cases, claims with their limits as remarks. */
export function evalReport({
  providers,
  measurement,
  verdict,
  failures,
  fineCases,
  figures,
  errors,
  discarded,
  toDecide,
}: EvalReportInput): Report {
  const {counts} = verdict
  const isBroken = verdict.rules.some(({metric, state}) => metric === 'error_share' && state !== 'pass')
  const unused = discarded > 0 ? `, ${discarded} discarded` : ''
  return {
    title: `Evaluation of ${providers.join(', ')}: ${measurement.suites.map(({name}) => name).join(', ')}`,
    status: verdict.state,
    facts: [
      {label: 'Basis', value: verdict.basis},
      {label: 'Size', value: measurement.size},
      {label: 'Seed', value: measurement.seed},
      {label: 'Planner', value: measurement.planner},
      {label: 'Trials', value: `${counts.run} of ${counts.planned} run, ${counts.errored} in error${unused}`},
    ],
    tables: [
      rowTable(measurement.rows),
      ...baselineTables(measurement.rows),
      ...figures.flatMap(({tables}) => tables),
      ...failureTables(failures),
    ],
    plots: [...evalPlots(measurement.rows, verdict.rules), ...figures.flatMap(({charts}) => charts)],
    cases: verdict.rules.map((rule) => ({
      ...inPlainWords(ruleCase(rule, 'eval'), rule, isBroken),
      className: placeOf(rule, measurement.rows),
    })),
    fineCases,
    remarks: [
      ...errors,
      ...toDecide.remarks,
      ...verdict.claims.map(({level, text, boundary}) => `${level}, ${text}. ${boundary}`),
      ...verdict.caveats,
    ],
    ending: {places: [], next: [...rerunOf(failures), ...toDecide.commands]},
  }
}

function rowTable(rows: readonly EvalRow[]): Table {
  const columns = [
    'suite',
    'provider',
    'env',
    'stratum',
    'metric',
    'estimate',
    'low',
    'high',
    'method',
    'n',
    'errors',
    'state',
  ]
  return {
    name: 'rows',
    columns,
    rows: rows.map(({suite, provider, env, stratum, metric, estimate, ci, n, n_errors, state}): TableCell[] => [
      suite,
      provider,
      env,
      stratum,
      metric,
      estimate,
      ci?.low ?? null,
      ci?.high ?? null,
      ci?.method ?? null,
      n,
      n_errors,
      state,
    ]),
  }
}

function baselineTables(rows: readonly EvalRow[]): Table[] {
  const compared = rows.flatMap((row) => (row.baselines ? [{row, baselines: row.baselines}] : []))
  if (compared.length === 0) return []
  const columns = ['env', 'stratum', 'metric', 'provider', 'estimate', 'random', 'frozen', 'oracle']
  return [{name: 'floor and ceiling', columns, rows: compared.map(({row, baselines}) => baselineRow(row, baselines))}]
}

function baselineRow(
  {env, stratum, metric, provider, estimate}: EvalRow,
  {random, frozen, oracle}: EvalBaselines,
): TableCell[] {
  return [env, stratum, metric, provider, estimate, random, frozen, oracle]
}

/** The first of them alone. */
function rerunOf(failures: readonly EvalFailure[]): Fact[] {
  return shownFailures(failures)
    .slice(0, 1)
    .map(({command}) => ({label: 'Again', value: command}))
}

function failureTables(failures: readonly EvalFailure[]): Table[] {
  const rows = shownFailures(failures).map(({provider, key, observed, command}): TableCell[] => [
    provider,
    key,
    observed,
    command,
  ])
  return rows.length === 0 ? [] : [{name: 'failures', columns: ['provider', 'trial', 'observed', 'command'], rows}]
}
