import type {ProviderProfile} from '#contract/generated/types'
import type {CatalogueEntry} from './catalogue.ts'
import {type Environment, variableOf} from './setting.ts'

/** The profile of a provider with the time limit its own variable sets. */
export function configuredProfile({profile, settings, timeout}: CatalogueEntry, env: Environment): ProviderProfile {
  const setting = settings.find(({name}) => name === timeout?.setting)
  const value = setting && variableOf(setting, env)?.value
  if (value === undefined || timeout === undefined) return profile
  const policy = profile.request_policy
  const request = {...policy.request, timeout_seconds: Number(value) / timeout.unitsPerSecond}
  return {...profile, request_policy: {...policy, request}}
}
