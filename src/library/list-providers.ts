import type {ProviderInfoResult, ProviderListResult} from '#contract/generated/types'
import {callUseCase} from './call-use-case.ts'
import {FILTER, type ProviderFilter} from './check-machine.ts'
import {needed, type OptionTable, option} from './option-table.ts'
import {pathOf, placeText} from './place.ts'
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
  /** File to which a translator is written, to start from; of the server's own configuration where it tells one. Relative ones start at `cwd`. */
  readonly writeTranslator?: string | URL | undefined
  /** File to which inputs of a benchmark are written that fit it. */
  readonly writeInput?: string | URL | undefined
  /** Built-in translator that they are made of; then nobody is asked. */
  readonly translator?: string | undefined
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
    writeTranslator: option('place', '--write-translator'),
    writeInput: option('place', '--write-input'),
    translator: option('text', '--translator'),
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
 * What one provider is, needs and promises: `assay provider info`. Names the variables that configure it and whether they are set, never their values. With
 * `writeTranslator` or `writeInput` it asks a GR00T server what it takes, and writes files to start from.
 * Throws `invalid_input`, `unknown_provider`, `config_invalid`, `usage`, `translator_invalid`, `unconfigured`, `unreachable`, `timeout`, `contract_violation`,
 * `workspace_unwritable`, `disk_full`, `io_error`.
 */
export function showProvider(options: ShowProviderOptions): Promise<ProviderInfoResult> {
  return callUseCase(SHOW_PROVIDER, options, async ({ports, cwd, signal}) => {
    const {tellProvider} = await import('./show-provider.ts')
    const from = options.cwd === undefined ? undefined : cwd
    const place = (name: 'writeTranslator' | 'writeInput') => {
      const given = options[name]
      return given === undefined ? undefined : {path: pathOf(name, given, from), shown: placeText(name, given)}
    }
    const {provider: name, translator} = options
    const order = {name, translator, writeTranslator: place('writeTranslator'), writeInput: place('writeInput')}
    return await tellProvider(order, ports, signal)
  })
}
