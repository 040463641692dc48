import type {ProviderEvent} from '#contract/generated/types'
import type {Digest} from '#contract/ids'
import type {AssayError} from '#error/assay-error'
import {ProviderBudgetExceededError, ProviderError} from '#error/provider-error'
import {currentCorrelation, traceparentOf} from '#event/correlation'
import type {EventDraft} from '#event/event-draft'
import type {EventHead} from '#event/event-sink'
import {elapsedMs} from '#random/clock'
import type {OperationContext, OperationOutcome, OperationPlan} from '../model/operation-plan.ts'
import type {StepKind} from '../model/provider.ts'
import {isRefusal} from '../model/provider-fault.ts'
import type {Reached} from '../model/reached.ts'

type Told = Pick<EventDraft, 'phase' | 'metadata' | 'duration_ms' | 'attempt'> & {
  message?: string
  status_code?: number | undefined
  max_attempts?: number
}

interface Retried {
  readonly step: StepKind
  readonly attempt: number
  readonly most: number
  readonly waitMs: number
}

const TRACE_ID = /^(?!0{32})[0-9a-f]{32}$/
const SAMPLED = '01'

/** Tells the events of one operation: any number of retries, then exactly one end. */
export class OperationTeller {
  readonly #plan: OperationPlan
  readonly #ports: OperationContext
  readonly #startedNs: bigint
  readonly #steps = new Map<StepKind, {step: StepKind; attempts: number; duration_ms: number}>()
  #hasRetried = false
  #inputDigest: (() => Digest) | undefined
  #reached: Reached = {}
  #operationId: string | undefined
  #requestId: string | undefined
  #attempt = 0
  #lastMs = 0

  constructor(plan: OperationPlan, ports: OperationContext) {
    this.#plan = plan
    this.#ports = ports
    this.#startedNs = ports.clock.monotonicNs()
  }

  /** 16 hex digits, drawn when first asked for: an operation nobody listens to needs none. */
  get operationId(): string {
    this.#operationId ??= this.#draw()
    return this.#operationId
  }

  /** The W3C Trace Context header, if a trace is known: that of this call, of the work around it, or of the environment of the host. */
  get traceparent(): string | undefined {
    const {trace} = this.#ports
    const traceId = this.#plan.ids.trace_id ?? currentCorrelation().trace_id ?? trace?.traceId
    if (traceId === undefined || !TRACE_ID.test(traceId)) return undefined
    const flags = traceId === trace?.traceId ? trace.flags : SAMPLED
    return traceparentOf({traceId, flags}, this.operationId)
  }

  /**
   * How the digest of the input is had. Where a success will be told it is computed at once, or for a provider elsewhere while its answer is
   * awaited; else only if something goes wrong.
   */
  noteInput(digest: () => Digest, isElsewhere: boolean): void {
    const {dispatcher} = this.#ports
    let known: Digest | undefined
    const once = () => {
      known ??= digest()
      return known
    }
    this.#inputDigest = once
    if (!dispatcher.wants(this.#head({phase: 'success', ...this.#whole()}), this.#plan.sink)) return
    // The request leaves in the first round of the event loop, so the second finds the thread idle.
    if (isElsewhere) setImmediate(() => setImmediate(once))
    else once()
  }

  /** How the other end was silent until now, as the rest of a sentence; empty where that is not known. */
  get silence(): string {
    const {silence} = this.#reached
    return silence === undefined ? '' : `: ${silence}`
  }

  reached(facts: Reached): void {
    this.#reached = {...this.#reached, ...facts}
  }

  /** Counts an attempt; the function given back ends its time, once. */
  startAttempt(step: StepKind, attempt: number): () => void {
    const row = this.#steps.get(step) ?? {step, attempts: 0, duration_ms: 0}
    this.#steps.set(step, row)
    row.attempts++
    if (step === 'request') this.#attempt = attempt
    const startedNs = this.#ports.clock.monotonicNs()
    let open = true
    return () => {
      if (!open) return
      open = false
      this.#lastMs = elapsedMs(this.#ports.clock, startedNs)
      row.duration_ms += this.#lastMs
    }
  }

  /** `attempt` of the most that this one step may have: a task is looked at many times, and each look counts from 1. */
  retried(fault: AssayError, {step, attempt, most, waitMs}: Retried): void {
    const metadata = {step, next_delay_seconds: waitMs / 1000, code: fault.code}
    this.#hasRetried = true
    this.#tell({
      phase: 'retry',
      metadata,
      duration_ms: this.#lastMs,
      attempt,
      max_attempts: most,
      message: fault.message,
      status_code: statusOf(fault),
    })
  }

  ended({metadata, failed}: OperationOutcome<unknown>): void {
    const told = {metadata: {...metadata, steps: this.#stepRows()}, ...this.#whole()}
    if (failed === undefined) this.#tell({phase: 'success', ...told})
    else
      this.#tell({phase: 'failure', ...told, metadata: {...told.metadata, code: failed.code}, message: failed.message})
  }

  /** A refusal is no failure of the provider, and nothing happened to tell of; only what was begun must also end. */
  failed(fault: AssayError): void {
    if (isRefusal(fault) && !this.#hasRetried) return
    const isBudget = fault instanceof ProviderBudgetExceededError
    const metadata = {code: fault.code, ...factsOf(fault), steps: this.#stepRows()}
    const phase = isBudget ? 'budget_exceeded' : 'failure'
    this.#tell({phase, metadata, ...this.#whole(), message: fault.message, status_code: statusOf(fault)})
  }

  #draw(): string {
    return Buffer.from(this.#ports.entropy.bytes(8)).toString('hex')
  }

  #whole(): {duration_ms: number; attempt: number} {
    return {duration_ms: elapsedMs(this.#ports.clock, this.#startedNs), attempt: this.#attempt}
  }

  #head({phase, attempt, duration_ms}: Pick<Told, 'phase' | 'attempt' | 'duration_ms'>): EventHead {
    const {provider, operation} = this.#plan
    return {provider, operation, phase, attempt, duration_ms}
  }

  #stepRows(): object[] {
    return [...this.#steps.values()].map((row) => ({...row}))
  }

  #tell(told: Told): void {
    const {dispatcher, trace} = this.#ports
    const {provider, capability, operation, maxAttempts, ids, sink} = this.#plan
    const head = this.#head(told)
    if (!dispatcher.wants(head, sink)) {
      dispatcher.pass(head, sink)
      return
    }
    this.#requestId ??= this.#draw()
    const {method = 'CALL', target, statusCode} = this.#reached
    // One object, in the order of its members: each further one on the way costs more than what it says.
    const draft: EventDraft = {
      request_id: this.#requestId,
      span_id: this.operationId,
      ...(trace && {trace_id: trace.traceId}),
      ...currentCorrelation(),
      input_digest: this.#inputDigest?.(),
      ...ids,
      provider,
      capability,
      operation,
      operation_id: this.operationId,
      max_attempts: maxAttempts,
      method,
      target,
      ...(told.status_code === undefined && {status_code: statusCode}),
      ...told,
    }
    dispatcher.dispatch(draft, sink)
  }
}

function statusOf(fault: AssayError): ProviderEvent['status_code'] {
  return fault instanceof ProviderError ? fault.facts.statusCode : undefined
}

function factsOf(fault: AssayError): Record<string, unknown> {
  if (!(fault instanceof ProviderError)) return {}
  const {remoteWork, fault: found} = fault.facts
  const {dimension, limit, spent} = fault instanceof ProviderBudgetExceededError ? fault : {}
  return {
    ...(dimension && {dimension, limit, spent}),
    ...(remoteWork && {remote_work: remoteWork}),
    ...(found && {fault: found}),
  }
}
