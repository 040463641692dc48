import type {BenchmarkResponse, BenchmarkRow} from '#contract/generated/types'
import type {Table, TableCell} from '#report/report'
import {tableUnlessEmpty} from './table.ts'

const STATISTICS = ['average', 'p50', 'p90', 'p95', 'p99', 'p99_9'] as const
type Statistic = (typeof STATISTICS)[number]

const nameOf = (statistic: Statistic) => statistic.replace('_', '.')

/** Estimates with their limits; service times are separate only where a queue makes them differ from response times. */
export function intervalTables(rows: readonly BenchmarkRow[]): Table[] {
  const columns = ['provider', 'operation', 'time', 'statistic', 'ms', 'low', 'high', 'n', 'note']
  const cells = rows.flatMap((row) => [
    ...intervalRows(row, 'response', row.response),
    ...(row.pacing === null ? [] : intervalRows(row, 'service', row.service)),
  ])
  return tableUnlessEmpty('intervals', columns, cells)
}

function intervalRows({provider, operation}: BenchmarkRow, time: string, times: BenchmarkResponse): TableCell[][] {
  return STATISTICS.filter((statistic) => times[statistic].estimate !== null).map((statistic) => {
    const {estimate, ci, n, reason, one_sided} = times[statistic]
    const note = reason ?? (one_sided ? 'one_sided' : '')
    return [provider, operation, time, nameOf(statistic), estimate, ci?.low ?? null, ci?.high ?? null, n, note]
  })
}

/** The statistics for which there are too few samples, and how many they need. */
export function openRemarks(rows: readonly BenchmarkRow[]): string[] {
  const open = STATISTICS.flatMap((statistic) => {
    const row = rows.find(({response}) => response[statistic].reason === 'insufficient_samples')
    return row === undefined ? [] : [`${nameOf(statistic)} needs ${row.response[statistic].needed_n ?? 0}`]
  })
  return open.length === 0 ? [] : [`insufficient_samples: of successful calls, ${open.join(', ')}.`]
}
