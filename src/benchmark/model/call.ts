import {AssayError, codeOf} from '#error/assay-error'
import {cutText} from '#error/cut-text'
import {type ErrorKind, errorKind} from '#gate/execution-rule'
import {isRefusal} from '#provider/model/provider-fault'

/** When a request was handed to the provider and when its answer arrived, in nanoseconds of the stopwatch that times the call. */
export interface Exchange {
  readonly startNs: number
  readonly endNs: number
  /** For how much of it this process was busy or stood ready without a processor, where that was counted. */
  readonly clientNs?: number
}

/**
 * One call that is measured. `seq` counts from 0; the signal ends the call early. The exchange with the provider that it returns is what is
 * timed; if it returns none, the call itself is timed.
 */
export type Call = (seq: number, signal: AbortSignal) => Promise<Exchange | undefined>

/** A finished call. Times in nanoseconds of one stopwatch; it was due at `intendedNs`. `outcome` is `success` or the code of the error, `fault` the error's kind. */
export interface CallFacts {
  readonly seq: number
  readonly intendedNs: number
  readonly startNs: number
  readonly endNs: number
  /** See `Exchange`. */
  readonly clientNs?: number
  readonly outcome: string
  readonly fault?: ErrorKind
  /** The message of the error, cut to a limit; messages of foreign errors stay out. */
  readonly message?: string
  /** Set if nothing was asked, because the request was the caller's mistake. */
  readonly refusal?: AssayError
  /** Set if the answer came, but the caller's translator cannot read it. */
  readonly unread?: AssayError
}

/** Characters kept of what an error said. */
const MOST_MESSAGE = 300

export const SUCCESS = 'success'

export function isSuccess(call: Pick<CallFacts, 'outcome'>): boolean {
  return call.outcome === SUCCESS
}

/** Time since the call was due: what a user waits, including the queue before the call. */
export function responseNs(call: Pick<CallFacts, 'intendedNs' | 'endNs'>): number {
  return call.endNs - call.intendedNs
}

/** Time since the call began: what the provider took. */
export function serviceNs(call: Pick<CallFacts, 'startNs' | 'endNs'>): number {
  return call.endNs - call.startNs
}

/** How a failed call is counted; any foreign error is `internal`. */
export function describeFailure(
  error: unknown,
): Pick<CallFacts, 'outcome' | 'fault' | 'message' | 'refusal' | 'unread'> {
  const told = {outcome: codeOf(error) ?? 'internal', fault: errorKind(error), ...wordsOf(error)}
  if (error instanceof AssayError && error.code === 'translator_invalid') return {...told, unread: error}
  return isRefusal(error) ? {...told, refusal: error} : told
}

function wordsOf(error: unknown): Pick<CallFacts, 'message'> {
  return error instanceof AssayError ? {message: cutText(error.message, MOST_MESSAGE)} : {}
}
