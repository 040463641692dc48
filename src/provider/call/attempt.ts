import type {RetryPolicy} from '#contract/generated/types'
import type {CallContext} from '../model/provider.ts'

/** What a provider gets for one attempt: the operation's own context, under the signal of the attempt. */
export function attemptContext(context: CallContext, signal: AbortSignal, took?: CallContext['took']): CallContext {
  return {
    signal,
    get operationId() {
      return context.operationId
    },
    get traceparent() {
      return context.traceparent
    },
    get artifacts() {
      return context.artifacts
    },
    attempt: (step, run) => context.attempt(step, run),
    timeLeftMs: () => context.timeLeftMs(),
    pausePolling: (leastMs) => context.pausePolling(leastMs),
    reached: (facts) => context.reached(facts),
    remoteWork: (state) => context.remoteWork(state),
    spendCredits: (credits) => context.spendCredits(credits),
    ...(took && {took}),
  }
}

/**
 * Milliseconds before attempt `next` (2 or more): doubled each time, capped, spread by the jitter. `spread` is uniform in 0-1.
 * A wait the other side asked for raises it; beyond the policy's limit there is no wait to give, so undefined.
 */
export function delayBefore(next: number, retry: RetryPolicy, spread: number, askedMs = 0): number | undefined {
  if (askedMs > retry.max_retry_after_seconds * 1000) return undefined
  const plain = Math.min(retry.max_backoff_seconds, retry.backoff_seconds * retry.backoff_multiplier ** (next - 2))
  const factor = 1 - retry.jitter + 2 * retry.jitter * spread
  return Math.max(plain * factor * 1000, askedMs)
}

/** The longest an operation may take when no limit is set: all its attempts and all waits between them. */
export function longestMs(timeoutSeconds: number, attempts: number, retry: RetryPolicy): number {
  let total = attempts * timeoutSeconds * 1000
  for (let next = 2; next <= attempts; next++)
    total += delayBefore(next, retry, 1, retry.max_retry_after_seconds * 1000) ?? 0
  return total
}
