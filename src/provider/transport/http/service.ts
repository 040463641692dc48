import type {HttpClient} from '#net/http-client'
import type {CallContext} from '../../model/provider.ts'

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

/** W3C Trace Context, where a trace is known. */
export function traceHeaders(
  {isTraced}: HttpService,
  {traceparent}: Pick<CallContext, 'traceparent'>,
): Readonly<Record<string, string>> {
  return isTraced && traceparent !== undefined ? {traceparent} : {}
}
