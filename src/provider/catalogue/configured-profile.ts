import type {ProviderProfile} from '#contract/generated/types'
import type {Variables} from '#process/variables'
import type {CatalogueEntry} from './catalogue.ts'
import {variableOf} from './setting.ts'

/** The profile of a provider with the limits its own variables set: seconds of an attempt, credits of a call. */
export function configuredProfile(entry: CatalogueEntry, env: Variables): ProviderProfile {
  const {profile, timeout} = entry
  const policy = profile.request_policy
  const limit = timeout && numberOf(timeout.setting, entry, env)
  const credits = numberOf(entry.credits, entry, env)
  const request = limit === undefined ? {} : {timeout_seconds: limit / (timeout?.unitsPerSecond ?? 1)}
  const request_policy = {
    ...policy,
    request: {...policy.request, ...request},
    ...(credits !== undefined && {budget: {...policy.budget, max_credits: credits}}),
  }
  return {...profile, request_policy}
}

function numberOf(name: string | undefined, {settings}: CatalogueEntry, env: Variables): number | undefined {
  const setting = settings.find((one) => one.name === name)
  const value = setting && variableOf(setting, env)?.value
  return value === undefined ? undefined : Number(value)
}
