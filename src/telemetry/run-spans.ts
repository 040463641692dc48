import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type {ProviderEvent, RunManifest} from '#contract/generated/types'
import type {TraceContext} from '#event/correlation'
import {spanMaker} from '#event/otel-spans'
import type {Clock} from '#random/clock'
import type {RunNews, RunObserver} from '#run/run-observer'
import type {RunDescription, StepEnd, StepStart} from '#run/run-recorder'

interface KnownStep {
  readonly start: StepStart
  readonly isGroup: boolean
  span?: Span
  fromMs?: number
  toMs?: number
}

export interface SpansContext {
  readonly tracer: Tracer
  readonly clock: Pick<Clock, 'nowMs'>
  readonly redactor: {value<T>(value: T): T; text(text: string): string}
  /** The next span gets this id. */
  readonly nameNext: (spanId: string) => void
}

/**
 * A run as spans: one for the run, one for each step under the step that holds it, one for each provider event under the only step
 * of its provider that was going on, else under the run. Its span exists before the run does, so that others can be told of it.
 */
export class RunSpans implements RunObserver {
  readonly #ports: SpansContext
  readonly #makeSpan: (event: Readonly<ProviderEvent>) => void
  readonly #run: Span
  readonly #steps = new Map<string, KnownStep>()
  #isOpen = false

  constructor(ports: SpansContext, caller: TraceContext | undefined) {
    this.#ports = ports
    const parent = caller ? remote(caller) : ROOT_CONTEXT
    this.#run = ports.tracer.startSpan('assay.run', {startTime: ports.clock.nowMs()}, parent)
    this.#makeSpan = spanMaker(ports.tracer, (event) => this.#around(event))
  }

  /** The trace, and the span of the run in it, for whoever works for the run. */
  get context(): TraceContext {
    const {traceId, spanId, traceFlags} = this.#run.spanContext()
    return {traceId, parentId: spanId, flags: traceFlags.toString(16).padStart(2, '0')}
  }

  told(news: RunNews): void {
    switch (news.what) {
      case 'opened':
        this.#opened(news.runId, news.trial)
        break
      case 'grouped':
        this.#steps.set(news.step.stepId, {start: news.step, isGroup: true})
        break
      case 'began':
        this.#began(news.step)
        break
      case 'ended':
        this.#ended(news.stepId, news.end, news.durationMs)
        break
      case 'event':
        this.#told(news.event)
        break
      case 'closed':
        this.#closed(news.manifest)
        break
      default:
        news satisfies never
    }
  }

  /** Ends what is open, of a run that was never closed; a command that opened none has no span. */
  end(): void {
    if (!this.#isOpen) return
    this.#run.setStatus({code: SpanStatusCode.ERROR, message: 'the run was not closed'})
    this.#endAll()
  }

  #opened(runId: string, {kind, command, job}: RunDescription): void {
    this.#isOpen = true
    this.#run.updateName(`assay.run.${command.replaceAll(' ', '.')}`)
    this.#run.setAttributes(this.#safe({'assay.run_id': runId, 'assay.kind': kind, ...(job && {'assay.job': job})}))
  }

  #began(start: StepStart): void {
    const step: KnownStep = {start, isGroup: false}
    this.#steps.set(start.stepId, step)
    this.#startSpan(step)
  }

  /** A step that holds others begins with the first of them. */
  #startSpan(step: KnownStep): Span {
    const {stepId, parentId, operation, provider} = step.start
    step.fromMs = this.#ports.clock.nowMs()
    const attributes = this.#safe({
      'assay.step_id': stepId,
      'assay.operation': operation,
      ...(provider !== undefined && {'assay.provider': provider}),
    })
    const options = {startTime: step.fromMs, attributes}
    step.span = this.#ports.tracer.startSpan(`assay.step.${operation}`, options, this.#below(parentId))
    return step.span
  }

  #below(parentId: string | undefined): Context {
    const parent = parentId === undefined ? undefined : this.#steps.get(parentId)
    return trace.setSpan(ROOT_CONTEXT, parent === undefined ? this.#run : (parent.span ?? this.#startSpan(parent)))
  }

  #ended(stepId: string, {status, errorSummary, skipReason}: StepEnd, durationMs: number | undefined): void {
    const step = this.#steps.get(stepId)
    if (step?.span === undefined || step.fromMs === undefined) {
      const facts = this.#safe({'assay.step_id': stepId, 'assay.reason': skipReason ?? ''})
      this.#run.addEvent('step left out', facts, this.#ports.clock.nowMs())
      return
    }
    step.toMs = step.fromMs + (durationMs ?? 0)
    step.span.setAttribute('assay.status', status)
    if (status === 'failed' || status === 'cancelled') this.#fail(step.span, errorSummary)
    step.span.end(step.toMs)
    this.#stretch(step.start.parentId, step.toMs)
  }

  /** A step that holds others ends with the last of them. */
  #stretch(stepId: string | undefined, toMs: number): void {
    const step = stepId === undefined ? undefined : this.#steps.get(stepId)
    if (step === undefined) return
    step.toMs = Math.max(step.toMs ?? toMs, toMs)
    this.#stretch(step.start.parentId, toMs)
  }

  /** The span of an operation has its own id, which servers that were called name as their caller. */
  #told(event: Readonly<ProviderEvent>): void {
    if (event.phase !== 'retry' && event.operation_id !== undefined) this.#ports.nameNext(event.operation_id)
    this.#makeSpan(event)
  }

  #around({provider, timestamp}: Readonly<ProviderEvent>): Context {
    const atMs = Date.parse(timestamp)
    const going = [...this.#steps.values()].filter(
      ({start, isGroup, fromMs = Number.POSITIVE_INFINITY, toMs = Number.POSITIVE_INFINITY}) =>
        !isGroup && start.provider === provider && fromMs <= atMs && atMs <= toMs + 1,
    )
    return trace.setSpan(ROOT_CONTEXT, (going.length === 1 ? going[0]?.span : undefined) ?? this.#run)
  }

  #closed({outcome, duration_ms: ms}: RunManifest): void {
    const {verdict, exit_code: code, reason} = outcome ?? {}
    if (verdict) this.#run.setAttributes({'assay.verdict': verdict, 'assay.exit_code': code ?? 0})
    if (ms) this.#run.setAttribute('assay.duration_ms', ms)
    if (code) this.#fail(this.#run, reason)
    this.#endAll()
  }

  #fail(span: Span, message: string | undefined): void {
    span.setStatus({
      code: SpanStatusCode.ERROR,
      ...(message !== undefined && {message: this.#ports.redactor.text(message)}),
    })
  }

  #endAll(): void {
    const nowMs = this.#ports.clock.nowMs()
    for (const {span, isGroup, toMs} of this.#steps.values())
      if (isGroup || toMs === undefined) span?.end(toMs ?? nowMs)
    this.#run.end(nowMs)
    this.#isOpen = false
  }

  #safe(attributes: Attributes): Attributes {
    return this.#ports.redactor.value(attributes)
  }
}

function remote({traceId, parentId, flags}: TraceContext): Context {
  const traceFlags = Number.parseInt(flags, 16) & 1
  return trace.setSpanContext(ROOT_CONTEXT, {traceId, spanId: parentId, traceFlags, isRemote: true})
}
