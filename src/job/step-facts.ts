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
}

export interface HealthTiming {
  readonly providers: readonly ProviderHealth[]
}

export function execFacts({end, outputs}: ExecResult): Fact[] {
  return [
    {label: 'Ended', value: end.kind},
    {label: 'Exit code', value: end.code ?? null},
    {label: 'Outputs', value: outputs.length},
  ]
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
      return hasMember(result, 'end') ? {...report, title: 'exec', facts: execFacts(result as ExecResult)} : undefined
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
