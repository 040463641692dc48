import type {CallContext} from '../model/provider.ts'

/** What a provider gets for one attempt: the operation's own context, under the signal of the attempt. */
export function attemptContext(context: CallContext, signal: AbortSignal): CallContext {
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
  }
}
