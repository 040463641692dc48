import type {Digest} from '#contract/ids'
import type {AssayError} from '#error/assay-error'
import {ProviderBudgetExceededError, ProviderError} from '#error/provider-error'
import {elapsedMs} from '#random/clock'
import type {Cancel} from '#random/timers'
import {HeldArtifacts} from '../media/hold-artifacts.ts'
import {type OperationContext, type OperationOutcome, type OperationPlan, stepLimits} from '../model/operation-plan.ts'
import type {CallContext, StepKind} from '../model/provider.ts'
import {asFault, isRepeatable} from '../model/provider-fault.ts'
import type {Reached} from '../model/reached.ts'
import type {RemoteWork} from '../model/remote-work.ts'
import {delayBefore, longestMs} from './attempt.ts'
import {OperationTeller} from './operation-teller.ts'
import {OutsideEnd} from './outside-end.ts'
import {stopRemoteWork} from './stop-remote-work.ts'

/** Between two looks at a task where the policy names no interval. */
const POLL_SECONDS = 6

/**
 * Runs one operation from its first attempt to its one terminal event, under one deadline. What comes out is the value, or
 * an error of ours: `cancelled`, `timeout`, `budget_exceeded`, or what the provider's own failure was.
 */
export async function conductOperation<T>(
  plan: OperationPlan,
  ports: OperationContext,
  work: (
    context: CallContext,
    noteInput: (digest: () => Digest, isElsewhere: boolean) => void,
  ) => Promise<OperationOutcome<T>>,
): Promise<T> {
  using operation = new Operation(plan, ports)
  try {
    const outcome = await operation.within((context) =>
      work(context, (...noted) => operation.teller.noteInput(...noted)),
    )
    // An attempt that failed before another one answered may have left a file behind.
    if (operation.artifacts) await operation.artifacts.discard()
    operation.teller.ended(outcome)
    return outcome.value
  } catch (thrown) {
    const fault = await operation.end(thrown)
    operation.teller.failed(fault)
    throw fault
  }
}

class Operation implements CallContext {
  readonly teller: OperationTeller
  readonly artifacts: HeldArtifacts | undefined
  readonly #plan: OperationPlan
  readonly #ports: OperationContext
  readonly #startedNs: bigint
  readonly #outside = new OutsideEnd()
  readonly #cancel = () => this.#outside.end(this.#cancelled())
  readonly #cancelTimer: Cancel
  #remote: RemoteWork = 'none'
  #calls = 0
  #credits = 0

  constructor(plan: OperationPlan, ports: OperationContext) {
    this.#plan = plan
    this.#ports = ports
    this.#startedNs = ports.clock.monotonicNs()
    this.teller = new OperationTeller(plan, ports)
    this.artifacts = ports.artifacts && new HeldArtifacts(ports.artifacts)
    this.#cancelTimer = ports.clock.after(this.#limitMs(), () => this.#outside.end(this.#late()))
    if (plan.signal?.aborted) this.#cancel()
    else plan.signal?.addEventListener('abort', this.#cancel, {once: true})
  }

  get signal(): AbortSignal {
    return this.#outside.signal
  }

  get operationId(): string {
    return this.teller.operationId
  }

  get traceparent(): string | undefined {
    return this.teller.traceparent
  }

  async within<T>(work: (context: CallContext) => Promise<OperationOutcome<T>>): Promise<OperationOutcome<T>> {
    const outcome = await this.#outside.within(() => work(this))
    // Work that blocks the thread lets no timer fire; its answer is late all the same.
    if (this.#elapsedMs() > this.#limitMs()) throw this.#late()
    return outcome
  }

  async attempt<T>(step: StepKind, run: (signal: AbortSignal) => T | Promise<T>): Promise<T> {
    const {limits, attempts} = stepLimits(this.#plan, step)
    for (let attempt = 1; ; attempt++) {
      this.#spendCall()
      const finish = this.teller.startAttempt(step, attempt)
      try {
        return await this.#once(limits.timeout_seconds, run)
      } catch (thrown) {
        const fault = this.fault(thrown)
        if (this.#outside.hasCome || attempt >= attempts || !isRepeatable(fault, limits.retry.retryable_status_codes))
          throw fault
        const waitMs = this.#waitMs(fault, attempt + 1, step)
        finish()
        this.teller.retried(fault, {step, attempt, most: attempts, waitMs})
        await this.#ports.waitOut(waitMs, this.signal)
      } finally {
        finish()
      }
    }
  }

  spendCredits(credits: number): void {
    this.#credits += credits
    const limit = this.#plan.policy.budget?.max_credits
    if (limit === undefined || this.#credits <= limit) return
    const budget = {dimension: 'credits', limit, spent: this.#credits} as const
    throw new ProviderBudgetExceededError(`credit budget of ${limit} is spent`, budget)
  }

  timeLeftMs(): number {
    return Math.max(0, this.#limitMs() - this.#elapsedMs())
  }

  async pausePolling(leastMs: number): Promise<void> {
    const {poll_interval_seconds: interval = POLL_SECONDS, polling} = this.#plan.policy
    const {jitter = 0} = polling?.retry ?? {}
    const ms = Math.max(leastMs, interval * 1000 * (1 - jitter + 2 * jitter * this.#spread()))
    this.#demandTimeFor(ms)
    await this.#ports.waitOut(ms, this.signal)
  }

  reached(facts: Reached): void {
    this.teller.reached(facts)
  }

  remoteWork(state: RemoteWork): void {
    this.#remote = state
  }

  /** The fault that ends the operation; the connection closes at once, work elsewhere is stopped before anyone hears of the end. */
  async end(thrown: unknown): Promise<AssayError> {
    const fault = this.fault(thrown)
    this.#outside.end('operation ended')
    await this.artifacts?.discard()
    return await stopRemoteWork(fault, this.#remote, this.#ports.clock)
  }

  /** The first cause of the end wins: a provider that trips over the abort does not hide why it was aborted. */
  fault(thrown: unknown): AssayError {
    const {provider, operation} = this.#plan
    const cause: unknown = this.#outside.hasCome ? this.#outside.reason : thrown
    return asFault(cause, {provider, operation}, this.#ports.redactor)
  }

  [Symbol.dispose](): void {
    this.#cancelTimer()
    this.#plan.signal?.removeEventListener('abort', this.#cancel)
    // What still goes on in the background has nobody to answer to.
    this.#outside.end('operation ended')
  }

  async #once<T>(timeoutSeconds: number, run: (signal: AbortSignal) => T | Promise<T>): Promise<T> {
    const startedNs = this.#ports.clock.monotonicNs()
    const limit = new OutsideEnd()
    // Errors are made when needed only: their stacks cost more than a quick provider's answer.
    const late = () => (this.#isSpent() ? this.#late() : this.#silent(timeoutSeconds, true))
    const cancelTimer = this.#ports.clock.after(timeoutSeconds * 1000, () => limit.end(late()))
    const forget = this.#outside.follow((reason) => limit.end(reason))
    try {
      const answer = await limit.within(() => run(limit.signal))
      if (elapsedMs(this.#ports.clock, startedNs) > timeoutSeconds * 1000) throw late()
      return answer
    } catch (thrown) {
      throw limit.hasCome ? limit.reason : thrown
    } finally {
      cancelTimer()
      forget()
    }
  }

  #waitMs(fault: AssayError, next: number, step: StepKind): number {
    const asked = fault instanceof ProviderError ? fault.facts.retryAfterMs : undefined
    const waitMs = delayBefore(next, stepLimits(this.#plan, step).limits.retry, this.#spread(), asked)
    if (waitMs === undefined) {
      throw new ProviderError('rate_limited', 'provider asks for a longer wait than the policy allows', {
        cause: fault,
        retryable: false,
      })
    }
    this.#demandTimeFor(waitMs)
    return waitMs
  }

  /** A wait that does not fit the budget ends the operation at once. */
  #demandTimeFor(waitMs: number): void {
    if (this.#budgetMs() !== undefined && this.#elapsedMs() + waitMs >= this.#limitMs()) throw this.#late()
  }

  #spread(): number {
    return Buffer.from(this.#ports.entropy.bytes(4)).readUInt32BE() / 2 ** 32
  }

  #spendCall(): void {
    const limit = this.#plan.policy.budget?.max_calls
    if (limit !== undefined && this.#calls >= limit) {
      const budget = {dimension: 'calls', limit, spent: this.#calls} as const
      throw new ProviderBudgetExceededError(`call budget of ${limit} is spent`, budget)
    }
    this.#calls++
  }

  #elapsedMs(): number {
    return elapsedMs(this.#ports.clock, this.#startedNs)
  }

  #budgetMs(): number | undefined {
    const seconds = this.#plan.limits.max_elapsed_seconds
    return seconds === null ? undefined : seconds * 1000
  }

  /** The budget where one is set, else what all attempts and waits may take together. */
  #limitMs(): number {
    const {limits, maxAttempts} = this.#plan
    return this.#budgetMs() ?? longestMs(limits.timeout_seconds, maxAttempts, limits.retry)
  }

  /** Where attempt and budget end together, the budget wins; timers may fire a moment early. */
  #isSpent(): boolean {
    const budgetMs = this.#budgetMs()
    return budgetMs !== undefined && this.#elapsedMs() >= budgetMs - 1
  }

  #late(): ProviderError {
    const limit = this.#plan.limits.max_elapsed_seconds
    if (limit === null) return this.#silent(this.#limitMs() / 1000, false)
    const budget = {dimension: 'elapsed', limit, spent: this.#elapsedMs() / 1000} as const
    return new ProviderBudgetExceededError(`time budget of ${limit} s is spent${this.teller.silence}`, budget)
  }

  #silent(seconds: number, retryable: boolean): ProviderError {
    const {operation} = this.#plan
    const message = `provider did not answer ${operation} within ${seconds} s${this.teller.silence}`
    return new ProviderError('timeout', message, {retryable})
  }

  #cancelled(): ProviderError {
    return new ProviderError('cancelled', 'call was cancelled', {retryable: false, remoteWork: 'none'})
  }
}
