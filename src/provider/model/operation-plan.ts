import type {OperationPolicy, ProviderCapability, ProviderRequestPolicy} from '#contract/generated/types'
import type {ComposedSink} from '#event/compose-event-handlers'
import type {Correlation, TraceContext} from '#event/correlation'
import type {EventDispatcher} from '#event/event-dispatcher'
import type {Entropy} from '#random/entropy'
import type {Time} from '#random/timers'
import type {ArtifactStore} from './artifact.ts'
import type {StepKind} from './provider.ts'
import type {WaitOut} from './wait-out.ts'

/** All that is fixed about an operation before it starts. */
export interface OperationPlan {
  readonly provider: string
  /** Null for health, reset and warmup. */
  readonly capability: ProviderCapability | null
  readonly operation: string
  readonly policy: ProviderRequestPolicy
  /** The part of the policy that bounds the operation itself. */
  readonly limits: OperationPolicy
  readonly maxAttempts: number
  readonly ids: Correlation
  readonly signal?: AbortSignal | undefined
  readonly sink?: ComposedSink | undefined
}

/**
 * Who times a provider: told as a request is handed to it, at each attempt anew, and as its answer is there. Before and after that are checks, digests and events,
 * which are no time of the provider's.
 */
export interface Witness {
  asked(requestId: string): void
  answered(requestId: string): void
  /** How much of the last attempt was the provider's own, in nanoseconds, where an adapter knows that. */
  took(requestId: string, ns: number): void
}

export interface OperationContext {
  readonly dispatcher: EventDispatcher
  readonly redactor: {text(text: string): string; value(value: unknown): unknown}
  readonly clock: Time
  readonly entropy: Entropy
  readonly waitOut: WaitOut
  /** The trace that the host was started in. */
  readonly trace?: TraceContext | undefined
  /** Where the host keeps clips; without one they stay in memory. */
  readonly artifacts?: ArtifactStore | undefined
  readonly witness?: Witness | undefined
}

/** What the work of an operation came to, and what its terminal event may say of it. `failed` is a bad result that is no error. */
export interface OperationOutcome<T> {
  readonly value: T
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly failed?: {readonly code: string; readonly message: string}
}

/** Limits and attempts of one kind of step. */
export function stepLimits(plan: OperationPlan, step: StepKind): {limits: OperationPolicy; attempts: number} {
  if (step === 'request') return {limits: plan.limits, attempts: plan.maxAttempts}
  const limits = (step === 'poll' ? plan.policy.polling : plan.policy.download) ?? plan.limits
  return {limits, attempts: limits.retry.max_attempts}
}
