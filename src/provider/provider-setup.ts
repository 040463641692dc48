import type {ProviderProfile} from '#contract/generated/types'
import {type AddressPolicy, readAddressPolicy} from '#net/address-policy'
import type {CatalogueEntry} from './catalogue.ts'
import {type Environment, variableOf} from './setting.ts'

/** What an adapter of a configured provider is made from. */
export interface ProviderSetup {
  readonly profile: ProviderProfile
  /** What a setting of the catalogue is set to, under whichever of its names; undefined when it is not. */
  readonly value: (setting: string) => string | undefined
  readonly network: AddressPolicy
}

/** `network` of the host wins over that of the variables. Throws `config_invalid` for a policy that cannot be read. */
export function providerSetup(entry: CatalogueEntry, env: Environment, network?: AddressPolicy): ProviderSetup {
  const {profile, settings} = entry
  const value = (name: string) => {
    const setting = settings.find((one) => one.name === name)
    return setting === undefined ? undefined : variableOf(setting, env)?.value
  }
  return {profile, value, network: network ?? readAddressPolicy(env)}
}
