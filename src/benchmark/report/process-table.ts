import type {BenchmarkTiming} from '#contract/generated/types'
import type {Table, TableCell} from '#report/report'
import {tableUnlessEmpty} from './table.ts'

/** By process: what it measured and how it was meanwhile; and for an open loop how the schedule was kept. */
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

function pacingTables(rows: BenchmarkTiming['rows']): Table[] {
  const columns = [
    'provider',
    'operation',
    'rate',
    'achieved',
    'held back',
    'late p50 ms',
    'late p99 ms',
    'late max ms',
  ]
  const cells = rows.flatMap(({provider, operation, pacing}): TableCell[][] =>
    pacing === null
      ? []
      : [
          [
            provider,
            operation,
            pacing.rate_per_second,
            pacing.achieved_rate_per_second,
            pacing.held_back_count,
            pacing.late_p50_ms,
            pacing.late_p99_ms,
            pacing.late_max_ms,
          ],
        ],
  )
  return tableUnlessEmpty('schedule', columns, cells)
}
