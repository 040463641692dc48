import type {DoctorResult, ProviderHealth, Verdict} from '#contract/generated/types'
import {doctorReport} from '#doctor/doctor-report'
import type {ChildEnd} from '#process/children'
import type {Fact, Report, Table} from '#report/report'

/** What a step kept of itself. */
export interface StepDocuments {
  readonly verdict: Verdict
  readonly result: unknown
  readonly timing: unknown
}

export interface ExecResult {
  readonly end: ChildEnd
  readonly outputs: readonly string[]
  /** `last_lines`: what it said last, where it did not pass. */
  readonly log?: {readonly last_lines?: readonly string[]}
}

export interface HealthTiming {
  readonly providers: readonly ProviderHealth[]
}

/** What a program printed, within the folder of its step. */
export const EXEC_LOG = 'logs/output.log'

export function execFacts({end, outputs}: ExecResult): Fact[] {
  return [
    {label: 'Ended', value: end.kind},
    {label: 'Exit code', value: end.code ?? null},
    {label: 'Outputs', value: outputs.length},
  ]
}

/** What a program said last, where its step did not pass. Takes any result, as a run that is read back may hold any. */
export function lastLines(result: unknown): readonly string[] {
  const lines: unknown = hasMember(result, 'log') ? (result as ExecResult).log?.last_lines : undefined
  return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : []
}

export function lastLinesTables(result: ExecResult): Table[] {
  const rows = lastLines(result).map((line) => [line])
  return rows.length === 0 ? [] : [{name: 'last lines', columns: [EXEC_LOG], rows}]
}

export function healthWhy(health: ProviderHealth): string {
  return health.layers.findLast((layer) => !layer.ok)?.detail ?? health.status
}

export function healthTable(rows: readonly ProviderHealth[]): Table {
  return {
    name: 'health',
    columns: ['provider', 'status', 'level', 'why'],
    rows: rows.map((health) => [health.provider, health.status, health.level_reached, healthWhy(health)]),
  }
}

/** The report of a step that measures nothing, from what it kept; undefined for a step that did not come so far. */
export function keptReport(use: string, {verdict, result, timing}: StepDocuments): Report | undefined {
  const report = {status: verdict.state, facts: [], tables: [], cases: [], remarks: []}
  switch (use) {
    case 'exec':
      if (!hasMember(result, 'end')) return undefined
      return {
        ...report,
        title: 'exec',
        facts: execFacts(result as ExecResult),
        tables: lastLinesTables(result as ExecResult),
      }
    case 'provider.health':
      if (!hasMember(timing, 'providers')) return undefined
      return {...report, title: 'Provider health', tables: [healthTable((timing as HealthTiming).providers)]}
    case 'doctor':
      return hasMember(timing, 'checks') ? doctorReport(timing as DoctorResult) : undefined
    default:
      return undefined
  }
}

const hasMember = (value: unknown, name: string) => typeof value === 'object' && value !== null && name in value
