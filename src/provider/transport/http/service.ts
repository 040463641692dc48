import {currentCorrelation} from '#event/correlation'
import type {HttpClient} from '#net/http-client'

/** A server and how to talk to it. `base`: no slash at its end. */
export interface HttpService {
  readonly client: HttpClient
  readonly base: string
  /** Go with every request; credentials are among them. */
  readonly headers: Readonly<Record<string, string>>
  /** A server of the host's own hears which trace a call belongs to; nobody else does. */
  readonly isTraced: boolean
  readonly nowMs: () => number
}

/** Settings are checked already: an http or https URL without userinfo, query or fragment. */
export function baseOf(url: string): string {
  return new URL(url).href.replace(/\/+$/, '')
}

/** W3C Trace Context, where the run has a trace id of its form. `spanId`: 16 hex digits. */
export function traceHeaders({isTraced}: HttpService, spanId: string): Readonly<Record<string, string>> {
  const trace = isTraced ? currentCorrelation().trace_id : undefined
  return trace !== undefined && /^[0-9a-f]{32}$/.test(trace) ? {traceparent: `00-${trace}-${spanId}-01`} : {}
}
