import type {ProviderContractResult, ProviderHealthResult} from '#contract/generated/types'
import {callUseCase} from './call-use-case.ts'
import {needed, type OptionTable, option} from './option-table.ts'
import {pathOf} from './place.ts'
import {
  ACCESS,
  OWN,
  type OwnProviders,
  type ProviderAccess,
  SURROUNDINGS,
  type Surroundings,
  WORKSPACE,
  type WorkspaceOptions,
} from './surroundings.ts'
import type {Verb} from './verb.ts'

/** What `checkHealth` takes. */
export interface CheckHealthOptions extends WorkspaceOptions, ProviderAccess, OwnProviders {
  /** Provider by name; all by default, and then those that are not configured are skipped. */
  readonly provider?: string | undefined
  /** Limit of one look in whole seconds; what the provider has without it. */
  readonly timeoutSeconds?: number | undefined
}

/** What `checkContract` takes. */
export interface CheckContractOptions extends Surroundings, ProviderAccess, OwnProviders {
  /** Provider by name. */
  readonly provider: string
  /** Make real calls, which may take long and cost. */
  readonly live?: boolean | undefined
  /** Limit of one attempt in whole seconds; what the provider has without it. */
  readonly timeoutSeconds?: number | undefined
  /** What it is asked, a file as benchmarks read it: `score_info`, `score_action_candidates`, `policy_info`. Relative ones start at `cwd`. */
  readonly inputFile?: string | URL | undefined
}

export const CHECK_HEALTH = {
  name: 'checkHealth',
  command: 'provider health',
  hasCases: true,
  options: {
    ...WORKSPACE,
    ...ACCESS,
    ...OWN,
    provider: option('text'),
    timeoutSeconds: option('count', '--timeout'),
  } satisfies OptionTable<CheckHealthOptions>,
} as const satisfies Verb

export const CHECK_CONTRACT = {
  name: 'checkContract',
  command: 'provider contract',
  hasCases: true,
  options: {
    ...SURROUNDINGS,
    ...ACCESS,
    ...OWN,
    provider: needed('text'),
    live: option('boolean', '--live'),
    timeoutSeconds: option('count', '--timeout'),
    inputFile: option('place', '--input-file'),
  } satisfies OptionTable<CheckContractOptions>,
} as const satisfies Verb

/**
 * Probes one provider, or all of them, layer by layer; never does real work: `assay provider health`. A provider that is not what the last run of the
 * workspace met says so in `warnings`. Times are milliseconds.
 *
 * Throws `invalid_input`, `unknown_provider`, `config_invalid`, `workspace_invalid`, `cancelled`.
 */
export function checkHealth(options: CheckHealthOptions): Promise<ProviderHealthResult> {
  return callUseCase(CHECK_HEALTH, options, async ({ports, workspace, signal}) => {
    const [{checkProviders}, {healthOutcome}] = await Promise.all([
      import('#doctor/check-providers'),
      import('#doctor/health-report'),
    ])
    const {provider: name, timeoutSeconds} = options
    return healthOutcome(await checkProviders({name, workspace, timeoutSeconds}, ports, signal), name !== undefined)
  })
}

/**
 * Tries what a provider promises, for its authors: health, bad input that must be refused unseen, and with `live` what an answer must keep: `assay provider
 * contract`. What was not tried is `skipped` and never counts as kept.
 *
 * Throws `invalid_input`, `unknown_provider`, `cancelled`.
 */
export function checkContract(options: CheckContractOptions): Promise<ProviderContractResult> {
  return callUseCase(CHECK_CONTRACT, options, async ({ports, signal, cwd}) => {
    const [{checkProvider}, {contractOutcome}] = await Promise.all([
      import('#eval/check-provider'),
      import('#eval/contract-report'),
    ])
    const {provider, live = false, timeoutSeconds, inputFile} = options
    const {loadRequests} = await import('#benchmark/plan/load-requests')
    const documents = {reader: ports.files.reader, redactor: ports.redactor}
    const path = inputFile === undefined ? undefined : pathOf('inputFile', inputFile, cwd)
    const requests = path === undefined ? undefined : await loadRequests(path, documents)
    return contractOutcome(await checkProvider({provider, live, timeoutSeconds, requests}, ports, signal))
  })
}
