import type {ComparisonRow, RuleOutcome, RunComparison, RunsCompareResult} from '#contract/generated/types'
import {ruleCase} from '#gate/rule-case'
import type {Case, Report, Table, TableCell} from '#report/report'
import {comparePlots} from './compare-plots.ts'
import {drillTable, objectivesFact} from './drill-tables.ts'

const SHOWN = 20

/** Comparisons in words and numbers: what was shared, rows with effect and status, failures that came and went; rules as cases. */
export function compareReport({verdict, comparisons}: RunsCompareResult): Report {
  const base = comparisons[0]?.base
  return {
    title: 'Comparison of runs',
    status: verdict.state,
    facts: [
      {label: 'Base', value: base?.run_id ?? null},
      {label: 'Candidates', value: comparisons.map(({candidate}) => candidate.run_id).join(', ')},
      {label: 'Kind', value: comparisons[0]?.kind ?? null},
      {label: 'Basis', value: verdict.basis},
      ...comparisons.flatMap(({drills}) => (drills === undefined ? [] : objectiveFacts(drills))),
    ],
    tables: comparisons.flatMap((comparison) => tablesOf(comparison, comparisons.length > 1)),
    plots: comparisons.flatMap((comparison) =>
      comparePlots(comparison).map((plot) => ({...plot, name: nameIn(comparison, plot.name, comparisons.length > 1)})),
    ),
    cases: verdict.rules.map(comparedCase),
    remarks: [...verdict.caveats, comparisons[0]?.kind === 'drill' ? OF_DRILLS : OF_ROWS],
  }
}

const OF_ROWS =
  'Differences are positive and ratios below 1 where the candidate is better. Primary rows decide, corrected together (Holm); the others are exploratory (Benjamini-Hochberg).'
const OF_DRILLS =
  'Verdicts and objectives decide. One run on each side says nothing about how times spread, so a longer time within its objective is no loss.'

/** Both sides were measured, whatever keeps them from being compared: the reason alone says so. */
function comparedCase(rule: RuleOutcome): Case {
  const one = ruleCase(rule, 'compare')
  const isCompared = rule.versus === undefined || typeof rule.estimate === 'number'
  return isCompared || rule.reason === undefined ? one : {...one, message: rule.reason, short: rule.reason}
}

function objectiveFacts(drills: NonNullable<RunComparison['drills']>) {
  return [
    objectivesFact(
      'Objectives of the base',
      drills.flatMap(({base}) => base ?? []),
    ),
    objectivesFact(
      'Objectives',
      drills.map(({candidate}) => candidate),
    ),
  ]
}

function tablesOf(comparison: RunComparison, isOneOfMany: boolean): Table[] {
  const {rows, contract, failures, drills} = comparison
  const of = (name: string) => nameIn(comparison, name, isOneOfMany)
  const broken = [...contract, ...rows.flatMap((row) => row.broken)].filter(({ok}) => !ok)
  const seen = new Map(broken.map((field) => [JSON.stringify(field), field]))
  const tables: Table[] = drills === undefined ? [] : [drillTable(of('drills'), drills)]
  tables.push({name: of('rows'), columns: COLUMNS, rows: rows.map(cellsOf), minor: MINOR})
  const open = rows.filter(({effect, reason}) => effect === null && reason !== undefined)
  if (open.length > 0) {
    const why = open.map(({row_id, reason}): TableCell[] => [row_id, reason ?? null])
    tables.push({name: of('not compared'), columns: ['row', 'why'], rows: why})
  }
  if (seen.size > 0) {
    tables.push({
      name: of('not shared'),
      columns: ['field', 'base', 'candidate', 'required'],
      rows: [...seen.values()].map(({field, base, candidate: other, required}) => [field, base, other, required]),
    })
  }
  const changed = [
    ...failures.came.slice(0, SHOWN).map((name): TableCell[] => ['came', name]),
    ...failures.went.slice(0, SHOWN).map((name): TableCell[] => ['went', name]),
  ]
  const left = failures.came.length + failures.went.length - changed.length
  if (left > 0) changed.push(['more', left])
  return changed.length > 0 ? [...tables, {name: of('failures'), columns: ['change', 'trial'], rows: changed}] : tables
}

function nameIn({candidate}: RunComparison, name: string, isOneOfMany: boolean): string {
  return isOneOfMany ? `${name} of ${candidate.run_id}` : name
}

const COLUMNS = ['row', 'base', 'candidate', 'effect', 'low', 'high', 'scale', 'method', 'n', 'p', 'status', 'decides']

const MINOR = ['scale', 'method', 'decides', 'p', 'n', 'low', 'high', 'base', 'candidate']

function cellsOf(row: ComparisonRow): TableCell[] {
  const {effect} = row
  return [
    row.row_id,
    row.base_estimate,
    row.candidate_estimate,
    effect?.estimate ?? null,
    effect?.ci.low ?? null,
    effect?.ci.high ?? null,
    effect?.scale ?? null,
    effect?.ci.method ?? null,
    row.n,
    row.p_adjusted ?? null,
    row.status,
    row.primary,
  ]
}
