import type {
  ProviderConfigField,
  ProviderDiagnosis,
  ProviderInfoResult,
  ProviderListResult,
  ProviderProfile,
} from '#contract/generated/types'
import {exitFor} from '#error/exit'
import type {Report, Table} from '#report/report'

type Told<Result> = {readonly result: Result; readonly report: Report}

/** Result and Report of the provider list. `areAll`: none that is wrong on purpose was left out. */
export function listOutcome(providers: readonly ProviderDiagnosis[], areAll: boolean): Told<ProviderListResult> {
  const registered = providers.filter((provider) => provider.registered).length
  const exit = exitFor('pass', `${registered} of ${providers.length} providers are registered`)
  const result: ProviderListResult = {schema_version: 1, command: 'provider list', exit, providers: [...providers]}
  return {
    result,
    report: {
      ...EMPTY,
      title: 'Providers',
      facts: [{label: 'Registered', value: registered}],
      tables: [providerTable(providers)],
      remarks: areAll
        ? []
        : ['Models that are wrong on purpose (zoo.*), to try suites and gates on, are listed with --all.'],
    },
  }
}

/** Result and Report of one provider. `descriptor` is null for one that is not registered. */
export function infoOutcome(
  profile: ProviderProfile,
  diagnosis: ProviderDiagnosis,
  descriptor: object | null,
): Told<ProviderInfoResult> {
  const exit = exitFor('pass', diagnosis.registered ? 'registered' : (diagnosis.skip_reason ?? 'not registered'))
  const result: ProviderInfoResult = {schema_version: 1, command: 'provider info', exit, profile, diagnosis, descriptor}
  const {request} = profile.request_policy
  const facts = [
    {label: 'Registered', value: diagnosis.registered},
    {label: 'Maturity', value: profile.maturity},
    {label: 'Transport', value: profile.transport},
    {label: 'Capabilities', value: profile.capabilities.join(' ')},
    {label: 'Deterministic', value: profile.deterministic},
    {label: 'Highest probe level', value: profile.max_probe_level},
    {label: 'Request timeout s', value: request.timeout_seconds},
    {label: 'Request attempts', value: request.retry.max_attempts},
  ]
  const tables = diagnosis.config_summary.fields.length === 0 ? [] : [settingTable(diagnosis)]
  const remarks = advice(profile, diagnosis)
  return {result, report: {...EMPTY, title: `Provider ${profile.name}`, facts, tables, remarks}}
}

/** One row a provider; what is missing names variables, never values. */
export function providerTable(providers: readonly ProviderDiagnosis[]): Table {
  const columns = ['provider', 'registered', 'maturity', 'capabilities', 'health', 'note']
  const rows = providers.map((provider) => {
    const {name, registered, maturity, capabilities, health, skip_reason: note = null} = provider
    return [name, registered, maturity, capabilities.join(' '), health?.status ?? null, note]
  })
  return {name: 'providers', columns, rows, minor: ['maturity', 'capabilities', 'registered']}
}

const EMPTY: Report = {title: '', status: 'pass', facts: [], tables: [], cases: [], remarks: [], isListing: true}

/** What a variable is for stands before what it may hold; its value never does. */
function settingTable({config_summary: {fields}}: ProviderDiagnosis): Table {
  const columns = ['variable', 'now', 'needed', 'means', 'takes', 'default', 'secret']
  const rows = fields.map((field) => {
    const {name, required, secret, means = null, takes = null, default: usual = null} = field
    return [name, shownState(field), required, means, takes, usual, secret]
  })
  return {name: 'variables', columns, rows, minor: ['secret', 'needed']}
}

/** Whether it is set, by which of its names, or what is wrong with it. */
function shownState({name, present, source, valid, detail}: ProviderConfigField): string {
  if (!valid) return detail
  if (!present) return 'not set'
  return source === `env:${name}` ? 'set' : `set as ${source.replace('env:', '')}`
}

/** What to do next, for whoever looked because a provider does not answer. */
function advice({name, transport}: ProviderProfile, {registered, skip_reason: lack}: ProviderDiagnosis): string[] {
  const isElsewhere = transport !== 'in_process' && transport !== 'none'
  return [
    ...(lack === undefined ? [] : [`To use it: ${lack}.`]),
    ...(isElsewhere && transport !== 'stdio'
      ? [
          'Addresses on this machine are refused unless a command is given --allow-loopback, or ASSAY_ALLOW_LOOPBACK=1 is set.',
        ]
      : []),
    ...(registered ? [`Next: assay provider health ${name}`] : []),
  ]
}
