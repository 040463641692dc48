import type {BenchmarkTiming} from '#contract/generated/types'
import type {Table, TableCell} from '#report/report'
import {tableUnlessEmpty} from './table.ts'

/** What each process measured, and the state of the process meanwhile; for an open loop also how the schedule was kept. */
export function processTables({rows, processes}: BenchmarkTiming): Table[] {
  const columns = [
    'provider',
    'operation',
    'process',
    'p50 ms',
    'calls/s',
    'loop delay p99 ms',
    'gc ms',
    'cpu ms',
    'load',
    'drift p',
  ]
  const cells = processes.map((one): TableCell[] => {
    const row = rows.find(({provider, operation}) => provider === one.provider && operation === one.operation)
    const own = row?.processes.find(({repeat}) => repeat === one.repeat)
    return [
      one.provider,
      one.operation,
      one.repeat,
      own?.p50_latency_ms ?? null,
      own?.throughput_per_second ?? null,
      one.event_loop_delay_ms?.p99 ?? null,
      one.gc?.total_ms ?? null,
      one.cpu_ms === null ? null : one.cpu_ms.user + one.cpu_ms.system,
      one.load_average?.after ?? null,
      row?.drift.find(({repeat}) => repeat === one.repeat)?.p_value ?? null,
    ]
  })
  return [...tableUnlessEmpty('processes', columns, cells), ...pacingTables(rows)]
}

type Row = BenchmarkTiming['rows'][number]
type Paced = Row & {readonly pacing: NonNullable<Row['pacing']>}

/** Columns of the table that shows how a schedule was kept. */
const SCHEDULE: readonly (readonly [column: string, cell: (row: Paced) => TableCell])[] = [
  ['rate', ({pacing}) => pacing.rate_per_second],
  ['begun/s', ({pacing}) => pacing.achieved_rate_per_second],
  ['answered/s', (row) => row.throughput_per_second],
  ['held back', ({pacing}) => pacing.held_back_count],
  ['begun late p50 ms', ({pacing}) => pacing.begun_late_p50_ms ?? null],
  ['begun late p99 ms', ({pacing}) => pacing.begun_late_p99_ms ?? null],
  ['begun late max ms', ({pacing}) => pacing.begun_late_max_ms ?? null],
  ['timer late p99 ms', ({pacing}) => pacing.late_p99_ms],
]

/** Columns for rows of earlier versions, which record lateness only for calls that no other call held back. */
const FORMER_SCHEDULE: typeof SCHEDULE = [
  ['rate', ({pacing}) => pacing.rate_per_second],
  ['achieved', ({pacing}) => pacing.achieved_rate_per_second],
  ['held back', ({pacing}) => pacing.held_back_count],
  ['late p50 ms', ({pacing}) => pacing.late_p50_ms],
  ['late p99 ms', ({pacing}) => pacing.late_p99_ms],
  ['late max ms', ({pacing}) => pacing.late_max_ms],
]

function pacingTables(rows: readonly Row[]): Table[] {
  const paced = rows.filter((row): row is Paced => row.pacing !== null)
  const isFormer = paced.every(({pacing}) => pacing.begun_late_p50_ms === undefined)
  const schedule = isFormer ? FORMER_SCHEDULE : SCHEDULE
  const columns = ['provider', 'operation', ...schedule.map(([column]) => column)]
  const cells = paced.map((row): TableCell[] => [row.provider, row.operation, ...schedule.map(([, cell]) => cell(row))])
  return tableUnlessEmpty('schedule', columns, cells)
}
