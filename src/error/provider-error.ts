import {AssayError, type ErrorOptions} from './assay-error.ts'
import type {ErrorCode} from './codes.ts'

/** What a probe or call found at the other end. */
export type ProbeFault = 'down' | 'busy' | 'wrong_service' | 'unauthorized' | 'incompatible' | 'timeout'

/** What is known of a call that failed: who, what, which attempt, and whether another may help. */
export interface ProviderErrorOptions extends ErrorOptions {
  readonly provider?: string
  readonly operation?: string
  readonly retryable?: boolean
  readonly statusCode?: number
  readonly attempt?: number
  /** How long the other side asked us to wait. */
  readonly retryAfterMs?: number
  readonly fault?: ProbeFault
  readonly remoteWork?: 'none' | 'cancelled' | 'cancel_failed' | 'may_continue'
}

/** Provider runtime, transport, credential or upstream failure. */
export class ProviderError extends AssayError {
  readonly facts: Omit<ProviderErrorOptions, keyof ErrorOptions>

  constructor(code: ErrorCode, message: string, options: ProviderErrorOptions = {}) {
    super(code, message, options)
    const {hint, detail, issues, cause, ...facts} = options
    this.facts = facts
  }
}

/** A per-operation request budget was spent. `limit` and `spent` are in the dimension's own unit: seconds, calls or credits. */
export class ProviderBudgetExceededError extends ProviderError {
  readonly dimension: 'elapsed' | 'calls' | 'credits'
  readonly limit: number
  readonly spent: number

  constructor(
    message: string,
    budget: {dimension: 'elapsed' | 'calls' | 'credits'; limit: number; spent: number},
    options: ProviderErrorOptions = {},
  ) {
    super('budget_exceeded', message, options)
    this.dimension = budget.dimension
    this.limit = budget.limit
    this.spent = budget.spent
  }
}

/** Malformed world state; `origin` says whose, and with it whether it is the caller's mistake. */
export class WorldStateError extends AssayError {
  readonly origin: 'caller' | 'provider'

  constructor(message: string, origin: 'caller' | 'provider' = 'caller', options: ErrorOptions = {}) {
    super('world_state_invalid', message, options)
    this.origin = origin
  }

  override get exit() {
    return this.origin === 'caller' ? ('usage' as const) : ('unavailable' as const)
  }
}
