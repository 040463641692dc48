import {providerProfile} from '#contract/generated/provider-profile'
import type {ProviderProfile, ProviderRequestPolicy} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {AssayError} from '#error/assay-error'
import type {Provider} from '../model/provider.ts'
import type {RegistrationOptions} from './provider-table.ts'

/** The profile of a provider a host brings. Throws `schema_invalid` for its shape, `config_invalid` where it promises a slot it does not fill. */
export function checkRegistration(provider: Provider, {requestPolicy}: RegistrationOptions): ProviderProfile {
  const profile = parse(providerProfile, provider.profile)
  if (requestPolicy !== undefined) checkRequestPolicy(profile, requestPolicy)
  const empty = profile.capabilities.filter((capability) => !isFilled(provider, capability))
  if (empty.length === 0) return profile
  throw new AssayError(
    'config_invalid',
    `provider ${profile.name} promises ${empty.join(', ')} without a function for it`,
  )
}

/** A policy from a caller, whole and within its bounds. Throws `schema_invalid`. */
export function checkRequestPolicy(profile: ProviderProfile, policy: ProviderRequestPolicy): void {
  parse(providerProfile, {...profile, request_policy: policy})
}

function isFilled(provider: Provider, capability: ProviderProfile['capabilities'][number]): boolean {
  return provider[capability] !== undefined || (capability === 'predict' && provider.predictBatch !== undefined)
}
