import type {ProviderProfile} from '#contract/generated/types'
import {ANALYTIC, MOCK, ZOO, zooProfile} from './builtin-profiles.ts'
import type {Provider} from './provider.ts'

/** A provider that is known by its profile and loaded only when it is first used. */
export interface RegistryEntry {
  readonly profile: ProviderProfile
  load(): Promise<Provider>
}

/** Providers that need nothing: always registered. */
export const BUILT_IN: readonly RegistryEntry[] = [
  {profile: MOCK, load: () => import('./adapter/mock/mock.ts').then((module) => module.mock)},
  {profile: ANALYTIC, load: () => import('./adapter/analytic/analytic.ts').then((module) => module.analytic)},
  ...ZOO.map((mutant) => ({
    profile: zooProfile(mutant),
    load: () => import('./adapter/analytic/zoo.ts').then((module) => module.zooProvider(mutant)),
  })),
]

/** A configured provider of the catalogue, for which there is no adapter yet. */
export function withoutTransportEntry(profile: ProviderProfile): RegistryEntry {
  return {profile, load: () => import('./without-transport.ts').then((module) => module.withoutTransport(profile))}
}
