import type {
  OperationPolicy,
  ProviderCapability,
  ProviderProfile,
  ProviderRequestPolicy,
} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {nearestHint} from '#error/nearest'
import {RETRY_PRESETS, TIMEOUT_PRESETS} from '#profile/presets'

/** A day. Timers of Node fire at once when they are given more than 24.8 days. */
const MOST_SECONDS = 86_400

/** Seconds of one attempt, and how often it may be made. */
type Limit = readonly [timeoutSeconds: number, attempts: number]

export interface PolicyLimits {
  readonly health: Limit
  readonly request: Limit
  readonly polling?: Limit
  readonly download?: Limit
  readonly maxElapsedSeconds?: number
  readonly pollIntervalSeconds?: number
}

/** What a caller may choose over a provider's own policy. A flag wins over a preset. `retries` are repeats: 0 is one attempt. */
export interface PolicyChoice {
  readonly timeoutPreset?: string | undefined
  readonly retryPreset?: string | undefined
  readonly timeoutSeconds?: number | undefined
  readonly maxElapsedSeconds?: number | undefined
  readonly retries?: number | undefined
}

const FIXED = {
  fast: {health: 2, request: 10, polling: 5, download: 30, max: 30},
  ci: {health: 5, request: 60, polling: 10, download: 60, max: 180},
}
const READ_BACKOFF_SECONDS = 0.25
const PERSISTENT = {attempts: 6, backoffSeconds: 0.5}
export const MOST_RETRIES = 99
/** Calls that make something new elsewhere: repeated, they might make it twice. */
const CREATE_STYLE: readonly ProviderCapability[] = ['generate', 'transfer', 'policy']

/** A provider's own policy from its row of limits. */
export function policyOf(limits: PolicyLimits): ProviderRequestPolicy {
  const {health, request, polling, download} = limits
  return {
    health: operationPolicy(health),
    request: {...operationPolicy(request), max_elapsed_seconds: limits.maxElapsedSeconds ?? null},
    ...(polling && {polling: operationPolicy(polling)}),
    ...(download && {download: operationPolicy(download)}),
    ...(limits.pollIntervalSeconds !== undefined && {poll_interval_seconds: limits.pollIntervalSeconds}),
  }
}

/** The policy in force: flags over presets over the provider's own. Throws `preset_unknown`, `out_of_range`. */
export function resolvePolicy(own: ProviderRequestPolicy, choice: PolicyChoice): ProviderRequestPolicy {
  checkPreset('timeout preset', choice.timeoutPreset, TIMEOUT_PRESETS)
  checkPreset('retry preset', choice.retryPreset, RETRY_PRESETS)
  checkNumber('timeout', choice.timeoutSeconds)
  checkNumber('max elapsed', choice.maxElapsedSeconds)
  checkRetries(choice.retries)
  return withFlags(withRetryPreset(withTimeoutPreset(own, choice.timeoutPreset), choice.retryPreset), choice)
}

/** Attempts a call may make: create-style calls one, others as many as the policy says where the profile calls them idempotent. */
export function attemptsFor(
  policy: ProviderRequestPolicy,
  capability: ProviderCapability,
  profile: Pick<ProviderProfile, 'idempotent'>,
): number {
  if (CREATE_STYLE.includes(capability) || !profile.idempotent.includes(capability)) return 1
  return policy.request.retry.max_attempts
}

function operationPolicy([timeoutSeconds, attempts]: Limit): OperationPolicy {
  return {
    timeout_seconds: timeoutSeconds,
    max_elapsed_seconds: null,
    retry: {
      max_attempts: attempts,
      backoff_seconds: READ_BACKOFF_SECONDS,
      backoff_multiplier: 2,
      max_backoff_seconds: 30,
      jitter: 0.25,
      max_retry_after_seconds: 60,
      retryable_status_codes: [408, 429, 500, 502, 503, 504],
    },
  }
}

type Part = 'health' | 'request' | 'polling' | 'download'

/** A policy, every part that it has changed by one rule. */
function mapParts(
  policy: ProviderRequestPolicy,
  change: (part: OperationPolicy, name: Part) => OperationPolicy,
): ProviderRequestPolicy {
  return {
    ...policy,
    health: change(policy.health, 'health'),
    request: change(policy.request, 'request'),
    ...(policy.polling && {polling: change(policy.polling, 'polling')}),
    ...(policy.download && {download: change(policy.download, 'download')}),
  }
}

function withTimeoutPreset(policy: ProviderRequestPolicy, preset = 'provider'): ProviderRequestPolicy {
  if (preset === 'patient') return mapParts(policy, doubled)
  if (preset !== 'fast' && preset !== 'ci') return policy
  const fixed = FIXED[preset]
  const timed = mapParts(policy, (part, name) => ({...part, timeout_seconds: fixed[name]}))
  return {...timed, request: {...timed.request, max_elapsed_seconds: fixed.max}}
}

function doubled(part: OperationPolicy): OperationPolicy {
  const max = part.max_elapsed_seconds
  return {...part, timeout_seconds: part.timeout_seconds * 2, max_elapsed_seconds: max === null ? null : max * 2}
}

function withRetryPreset(policy: ProviderRequestPolicy, preset = 'provider'): ProviderRequestPolicy {
  if (preset === 'provider') return policy
  return mapParts(policy, (part, name) => {
    if (preset === 'none') return withAttempts(part, 1)
    if (name === 'request') return part
    const patient = withAttempts(part, PERSISTENT.attempts)
    return {...patient, retry: {...patient.retry, backoff_seconds: PERSISTENT.backoffSeconds}}
  })
}

function withFlags(
  policy: ProviderRequestPolicy,
  {timeoutSeconds, maxElapsedSeconds, retries}: PolicyChoice,
): ProviderRequestPolicy {
  const repeated = retries === undefined ? policy : mapParts(policy, (part) => withAttempts(part, retries + 1))
  const request = {
    ...repeated.request,
    ...(timeoutSeconds !== undefined && {timeout_seconds: timeoutSeconds}),
    ...(maxElapsedSeconds !== undefined && {max_elapsed_seconds: maxElapsedSeconds}),
  }
  return {...repeated, request}
}

function withAttempts(part: OperationPolicy, attempts: number): OperationPolicy {
  return {...part, retry: {...part.retry, max_attempts: attempts}}
}

function checkPreset(what: string, name: string | undefined, known: readonly string[]): void {
  if (name === undefined || known.includes(name)) return
  throw new AssayError('preset_unknown', `there is no such ${what}`, {hint: nearestHint(name, known), detail: {known}})
}

function checkNumber(what: string, seconds: number | undefined): void {
  if (seconds === undefined || (seconds > 0 && seconds <= MOST_SECONDS)) return
  throw new AssayError('out_of_range', `${what} must be a positive number of seconds, at most ${MOST_SECONDS}`)
}

function checkRetries(retries: number | undefined): void {
  if (retries === undefined || (Number.isInteger(retries) && retries >= 0 && retries <= MOST_RETRIES)) return
  throw new AssayError('out_of_range', `retries must be a whole number from 0 to ${MOST_RETRIES}`)
}
