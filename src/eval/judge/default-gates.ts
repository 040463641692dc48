import type {EvalRow, RuleOutcome} from '#contract/generated/types'
import type {Rule} from '#gate/rule'
import {type CellFacts, cellName} from '../model/cell.ts'
import {metricsFor} from '../model/suite.ts'

/** Trials below which a sampled number never passes; 8 episodes of the size `smoke` are below it on purpose. */
export const MIN_N = 20

/** One rule a planned cell and gated metric, so that a row that never came to be is missed. */
export function defaultRules(cells: readonly CellFacts[]): Rule[] {
  return cells.flatMap((facts) =>
    metricsFor(facts).flatMap((metric): Rule[] => {
      const select = {suite: facts.suite.name, env: facts.env, stratum: facts.stratum, provider: facts.provider}
      const row = `${cellName(facts)}/${metric.name}`
      const minN = metric.exact ? 1 : MIN_N
      return metric.gates.map((require, at) => {
        const id = at === 0 ? row : `${row}/${require.stat}`
        return {id, severity: 'gate', metric: metric.name, select, require, minN}
      })
    }),
  )
}

/** Rows with what the rules that named them came to: the worst state, `measured` where no rule asked. */
export function judgedRows(rows: readonly EvalRow[], outcomes: readonly RuleOutcome[]): EvalRow[] {
  return rows.map((row) => {
    const own = outcomes.filter((outcome) => outcome.select === row.row_id)
    const states = own.map((outcome) => outcome.state)
    const state =
      (['fail', 'incomparable', 'inconclusive', 'waived', 'pass'] as const).find((known) => states.includes(known)) ??
      'measured'
    return {...row, state, rule_ids: own.map((outcome) => outcome.id)}
  })
}
