import {type Context, context, SpanKind, SpanStatusCode, TraceFlags, type Tracer, trace} from '@opentelemetry/api'
import type {ProviderEvent} from '#contract/generated/types'
import {eventSpan} from './event-span.ts'
import type {SpanTracer} from './host-objects.ts'

const TRACE_ID = /^[0-9a-f]{32}$/
const SPAN_ID = /^[0-9a-f]{16}$/

/** Judged by what it can do: a tracer of the host may come from another copy of the API. */
export function isTracer(tracer: SpanTracer): tracer is SpanTracer & Tracer {
  return typeof Reflect.get(tracer, 'startSpan') === 'function'
}

/** A function that makes one finished span of each event. `around`: under which span; without it as `parentOf` finds it. */
export function spanMaker(
  tracer: Tracer = trace.getTracer('assay'),
  around: (event: Readonly<ProviderEvent>) => Context = parentOf,
): (event: Readonly<ProviderEvent>) => void {
  return (event) => {
    const {name, startMs, endMs, attributes, isError, message} = eventSpan(event)
    const options = {startTime: startMs, attributes: {...attributes}, kind: SpanKind.CLIENT}
    const span = tracer.startSpan(name, options, around(event))
    if (isError) span.setStatus({code: SpanStatusCode.ERROR, ...(message !== undefined && {message})})
    span.end(endMs)
  }
}

/** The span under which the call was made; where there is none, the trace that the event names, under its operation. */
function parentOf({trace_id: traceId = '', span_id: spanId = ''}: Readonly<ProviderEvent>): Context {
  const active = context.active()
  if (trace.getSpan(active) !== undefined || !TRACE_ID.test(traceId) || !SPAN_ID.test(spanId)) return active
  return trace.setSpanContext(active, {traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true})
}
