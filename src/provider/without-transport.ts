import type {ProviderProfile} from '#contract/generated/types'
import {ProviderError} from '#error/provider-error'
import type {Provider} from './provider.ts'

/** A configured provider that this version cannot reach: it says so to every call and probe, and pretends nothing. */
export function withoutTransport(profile: ProviderProfile): Provider {
  const sentence = `this version has no transport for ${profile.name}`
  const refuse = () => {
    throw new ProviderError('not_implemented', sentence, {retryable: false})
  }
  const slots = Object.fromEntries(profile.capabilities.map((capability) => [capability, refuse]))
  return {
    ...slots,
    profile,
    probe: (level) =>
      level === 'configured'
        ? {level, ok: true, detail: 'all variables are set'}
        : {level, ok: false, detail: sentence},
  }
}
