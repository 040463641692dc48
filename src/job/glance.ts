import type {EvalRow} from '#contract/generated/types'
import {VERDICTS, worstVerdict} from '#error/exit'
import type {Table} from '#report/report'

type Seen = Pick<EvalRow, 'suite' | 'provider' | 'env'> & {readonly state: string}

/** Provider and environment against suite: the worst that a rule said of their rows. No table where nothing was evaluated. */
export function glanceTables(results: readonly unknown[]): Table[] {
  const rows = results.flatMap(evalRows)
  if (rows.length === 0) return []
  const suites = [...new Set(rows.map(({suite}) => suite))]
  const places = Map.groupBy(rows, ({provider, env}) => JSON.stringify([provider, env]))
  return [
    {
      name: 'Verdicts at a glance',
      columns: ['provider', 'environment', ...suites],
      rows: [...places.values()].map((own) => [
        own[0]?.provider ?? null,
        own[0]?.env ?? null,
        ...suites.map((suite) => stateOf(own.filter((row) => row.suite === suite))),
      ]),
    },
  ]
}

function stateOf(rows: readonly Seen[]): string | null {
  if (rows.length === 0) return null
  return worstVerdict(rows.flatMap(({state}) => VERDICTS.filter((known) => known === state))) ?? 'not judged'
}

function evalRows(result: unknown): Seen[] {
  const {kind, rows} = (result ?? {}) as {kind?: unknown; rows?: unknown}
  return kind === 'eval' && Array.isArray(rows) ? (rows as Seen[]) : []
}
