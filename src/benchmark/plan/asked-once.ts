import type {ProviderProfile, ProviderRequestPolicy} from '#contract/generated/types'
import {attemptsFor} from '#provider/model/request-policy'
import type {PlannedItem} from '../model/ledger.ts'

type Policies = Readonly<Record<string, ProviderRequestPolicy>>

/** Operations that are tried only once although the limits of their provider allow retries, each as `provider/operation`. */
export function askedOnce(
  items: readonly PlannedItem[],
  policies: Policies,
  profileOf: (provider: string) => Pick<ProviderProfile, 'idempotent'>,
): string[] {
  return items.filter(isSent).flatMap(({provider, operation}) => {
    const policy = policies[provider]
    if (policy === undefined || operation === 'health' || policy.request.retry.max_attempts === 1) return []
    return attemptsFor(policy, operation, profileOf(provider)) > 1 ? [] : [`${provider}/${operation}`]
  })
}

/** The limits in force: if no measured operation of a provider is retried, they say one attempt. */
export function policiesInForce(policies: Policies, items: readonly PlannedItem[], once: readonly string[]): Policies {
  const isAskedAgain = (provider: string) =>
    items.some((item) => item.provider === provider && isSent(item) && !once.includes(placeOf(item)))
  const entries = Object.entries(policies).map(([provider, policy]) => {
    const isOnce = once.some((place) => place.startsWith(`${provider}/`)) && !isAskedAgain(provider)
    if (!isOnce) return [provider, policy]
    const retry = {...policy.request.retry, max_attempts: 1}
    return [provider, {...policy, request: {...policy.request, retry}}]
  })
  return Object.fromEntries(entries)
}

export function onceCaveat(place: string): string {
  const what = place.replace('/', ' ')
  return `retries_without_effect: ${what} is asked once whatever --retries says: only what a definition or profile calls idempotent is asked again, and never what makes something new.`
}

const isSent = ({how, skipReason}: PlannedItem) => how === 'library' && skipReason === undefined
const placeOf = ({provider, operation}: PlannedItem) => `${provider}/${operation}`
