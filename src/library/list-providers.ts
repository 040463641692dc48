import type {ProviderInfoResult, ProviderListResult} from '#contract/generated/types'
import {callUseCase} from './call-use-case.ts'
import {FILTER, type ProviderFilter} from './check-machine.ts'
import {needed, type OptionTable, option} from './option-table.ts'
import {ACCESS, OWN, type OwnProviders, type ProviderAccess, SURROUNDINGS, type Surroundings} from './surroundings.ts'
import type {Verb} from './verb.ts'

/** What `listProviders` takes; nothing is needed. */
export interface ListProvidersOptions extends Surroundings, ProviderAccess, OwnProviders, ProviderFilter {
  /** List the providers that are wrong on purpose as well. */
  readonly all?: boolean | undefined
}

/** What `showProvider` takes. */
export interface ShowProviderOptions extends Surroundings, ProviderAccess, OwnProviders {
  /** Provider by name. */
  readonly provider: string
}

export const LIST_PROVIDERS = {
  name: 'listProviders',
  command: 'provider list',
  hasCases: false,
  options: {
    ...SURROUNDINGS,
    ...ACCESS,
    ...OWN,
    ...FILTER,
    all: option('boolean', '--all'),
  } satisfies OptionTable<ListProvidersOptions>,
} as const satisfies Verb

export const SHOW_PROVIDER = {
  name: 'showProvider',
  command: 'provider info',
  hasCases: false,
  options: {
    ...SURROUNDINGS,
    ...ACCESS,
    ...OWN,
    provider: needed('text'),
  } satisfies OptionTable<ShowProviderOptions>,
} as const satisfies Verb

/**
 * Every provider there is a name for, what it can do and what it lacks: `assay provider list`. Nothing is dialled, no value of a variable is told. Throws
 * `invalid_input`, and `document_parse`, `schema_invalid` for a file of definitions.
 */
export function listProviders(options: ListProvidersOptions = {}): Promise<ProviderListResult> {
  return callUseCase(LIST_PROVIDERS, options, async ({ports}) => {
    const {listKnown} = await import('#doctor/list-known')
    return await listKnown(options, ports)
  })
}

/**
 * What one provider is, needs and promises: `assay provider info`. Names the variables that configure it and whether they are set, never their values.
 * Throws `invalid_input`, `unknown_provider`, `config_invalid`.
 */
export function showProvider(options: ShowProviderOptions): Promise<ProviderInfoResult> {
  return callUseCase(SHOW_PROVIDER, options, async ({ports, signal}) => {
    const {readProvider} = await import('#doctor/read-provider')
    return await readProvider(options.provider, ports, signal)
  })
}
