import type {EnvPresence, ProviderDiagnosis, ProviderRequestPolicy} from '#contract/generated/types'
import type {Assay} from '#provider/assay'
import {presenceOf} from '#provider/catalogue/availability'
import {unknownProvider} from '#provider/registry/provider-table'

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
