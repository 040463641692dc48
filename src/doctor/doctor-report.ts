import type {ConfigProfile, DoctorResult, ProviderRequestPolicy} from '#contract/generated/types'
import {type Exit, exitFor} from '#error/exit'
import type {Report, Table} from '#report/report'
import {warningsOf} from './health-report.ts'
import {providerTable} from './provider-report.ts'

/** What was found, before it is judged. */
export type Diagnosis = Pick<
  DoctorResult,
  'assay_version' | 'node_version' | 'checks' | 'tools' | 'variables' | 'providers'
>

/** The result document. Findings change the exit only when `strict`; an unconfigured provider is no finding. */
export function diagnosisResult(found: Diagnosis, strict: boolean, profile: ConfigProfile | null = null): DoctorResult {
  return {schema_version: 1, command: 'doctor', exit: exitOf(found, strict), ...found, config_profile: profile, strict}
}

/** Checks and providers, each a table. */
export function doctorReport(result: DoctorResult): Report {
  const checks = result.checks.map((check) => [check.name, check.status, check.detail])
  return {
    title: 'Doctor',
    status: result.exit.name === 'ok' ? 'pass' : 'fail',
    facts: [
      {label: 'Assay', value: result.assay_version},
      {label: 'Node', value: result.node_version},
    ],
    tables: [
      {name: 'checks', columns: ['check', 'status', 'detail'], rows: checks},
      ...toolTables(result.tools ?? []),
      ...variableTables(result.variables ?? []),
      ...profileTables(result.config_profile ?? null),
      providerTable(result.providers),
    ],
    cases: [],
    remarks: [
      ...result.providers.flatMap(({health}) => (health === undefined ? [] : warningsOf(health))),
      ...(result.strict ? [] : ['findings change the exit only with --strict']),
    ],
  }
}

function toolTables(tools: NonNullable<DoctorResult['tools']>): Table[] {
  const rows = tools.map(({name, present, version, note, enables, install}) => [
    name,
    present ? [version ?? 'present', note].filter(Boolean).join(': ') : 'missing',
    enables,
    present ? null : install,
  ])
  return rows.length === 0 ? [] : [{name: 'optional', columns: ['name', 'found', 'enables', 'install'], rows}]
}

/** Which variables are taken for secret, so that a name which is missing here is seen before it leaks. */
function variableTables(variables: NonNullable<DoctorResult['variables']>): Table[] {
  const rows = variables.map(({name, source, treatment}) => [name, source, treatment])
  return rows.length === 0
    ? []
    : [{name: 'variables taken for secret', columns: ['variable', 'source', 'treatment'], rows}]
}

/** What would apply with the profile, and the limits that follow from its presets. */
function profileTables(block: ConfigProfile | null): Table[] {
  if (block === null) return []
  const {origins, defaults, policy} = block
  const fields = Object.entries(origins).map(([field, from]) => [
    field,
    shown(Object.entries(defaults).find(([name]) => name === field)?.[1]),
    from,
  ])
  const limits = Object.entries(policy as Readonly<Record<string, ProviderRequestPolicy>>).map(([name, own]) => [
    name,
    own.health.timeout_seconds,
    own.request.timeout_seconds,
    own.request.max_elapsed_seconds ?? null,
    own.health.retry.max_attempts,
    own.request.retry.max_attempts,
  ])
  return [
    {name: `profile ${block.name}`, columns: ['field', 'value', 'from'], rows: fields},
    {
      name: 'limits',
      columns: ['provider', 'health s', 'request s', 'max elapsed s', 'probes', 'requests'],
      rows: limits,
    },
  ]
}

/** A text, a list of names, or folders by family. */
function shown(value: unknown): string | null {
  if (value === undefined) return null
  if (Array.isArray(value)) return value.join(' ')
  if (typeof value === 'string') return value
  return Object.entries(value ?? {})
    .map(([family, path]) => `${family}=${path}`)
    .join(' ')
}

function exitOf({checks, providers}: Diagnosis, strict: boolean): Exit {
  const bad = checks.filter((check) => check.status !== 'ok').map((check) => check.name)
  const ill = providers.filter((provider) => provider.health?.status === 'unhealthy').map((provider) => provider.name)
  const findings = [...bad, ...ill]
  if (findings.length === 0) return exitFor('pass', 'no finding')
  const reason = `look at ${findings.join(', ')}`
  return exitFor(strict ? 'fail' : 'pass', reason)
}
