import type {EnvPresence, ProviderDiagnosis, ProviderRequestPolicy} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {Assay} from '#provider/assay'
import {presenceOf} from '#provider/catalogue/availability'
import type {Extras} from '#provider/catalogue/extras'
import {unknownProvider} from '#provider/registry/provider-table'
import type {Order, SharedRequest} from './order.ts'

/** The providers of these names. Throws `unknown_provider` with the nearest names. */
export function chosenProviders(
  names: readonly string[],
  known: readonly ProviderDiagnosis[],
): readonly ProviderDiagnosis[] {
  return names.map((name) => {
    const found = known.find((row) => row.name === name)
    if (found) return found
    throw unknownProvider(name, known)
  })
}

/**
 * Who is tried where neither a request nor its profile names anyone: whom the profile of a job names, else those that the caller brought along, in
 * a file or as modules. Throws `config_invalid` for what could not be loaded, for a run that left it out would be about something else.
 */
export function broughtProviders(
  extras: Extras | undefined,
  {usualProviders}: Pick<Order<SharedRequest>, 'usualProviders'>,
): readonly string[] {
  const {providers = [], skipped = []} = extras ?? {}
  if (skipped.length === 0) return usualProviders ?? providers.map(({entry}) => entry.profile.name)
  const told = skipped.map(({name, reason}) => `${name}: ${reason}`)
  throw new AssayError('config_invalid', `a provider that you brought could not be loaded: ${told.join('; ')}`, {
    hint: 'Correct its file or address, or leave it out.',
  })
}

/** What a run tells of its providers before anything is called: profile, configuration and variables, never a value. */
export function providerFacts(
  chosen: readonly ProviderDiagnosis[],
  library: Pick<Assay, 'profileOf'>,
): {
  readonly providerProfile: Readonly<Record<string, unknown>>
  readonly envSummary: readonly EnvPresence[]
} {
  return {
    providerProfile: Object.fromEntries(
      chosen.map((row) => [row.name, {...library.profileOf(row.name), config_summary: row.config_summary}]),
    ),
    envSummary: chosen.flatMap(presenceOf),
  }
}

/** The limits that apply to each provider that is configured. */
export function policiesOf(
  library: Pick<Assay, 'requestPolicy'>,
  chosen: readonly ProviderDiagnosis[],
): Readonly<Record<string, ProviderRequestPolicy>> {
  const registered = chosen.filter((row) => row.registered)
  return Object.fromEntries(registered.map((row) => [row.name, library.requestPolicy(row.name)]))
}
