import type {
  ProviderDiagnosis,
  ProviderInfoResult,
  ProviderListResult,
  ProviderProfile,
} from '#contract/generated/types'
import {exitFor} from '#error/exit'
import type {Report, Table} from '#report/report'

type Told<Result> = {readonly result: Result; readonly report: Report}

/** Result and Report of the provider list. */
export function listOutcome(providers: readonly ProviderDiagnosis[]): Told<ProviderListResult> {
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
    {label: 'Note', value: diagnosis.skip_reason ?? null},
  ]
  return {result, report: {...EMPTY, title: `Provider ${profile.name}`, facts, tables: [settingTable(diagnosis)]}}
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

function settingTable({config_summary: {fields}}: ProviderDiagnosis): Table {
  const columns = ['setting', 'present', 'source', 'required', 'secret', 'valid', 'detail']
  const rows = fields.map((field) => {
    const {name, present, source, required, secret, valid, detail} = field
    return [name, present, source, required, secret, valid, detail]
  })
  return {name: 'settings', columns, rows}
}
