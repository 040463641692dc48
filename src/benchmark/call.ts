import {codeOf} from '#error/assay-error'
import {errorKind} from '#gate/execution-rule'

/** One call to what is measured. `seq` counts from 0; the signal ends the call early. Whatever it answers is not looked at. */
export type Call = (seq: number, signal: AbortSignal) => Promise<unknown>

/** A finished call. Times in nanoseconds of one stopwatch; `outcome` is `success` or the code of the error, `fault` the error's kind. */
export interface CallFacts {
  readonly seq: number
  readonly startNs: number
  readonly endNs: number
  readonly outcome: string
  readonly fault?: 'unreachable' | 'wrong'
}

export const SUCCESS = 'success'

export function isSuccess(call: Pick<CallFacts, 'outcome'>): boolean {
  return call.outcome === SUCCESS
}

/** Milliseconds with nanosecond resolution, never rounded up to a floor. */
export function latencyMs(call: Pick<CallFacts, 'startNs' | 'endNs'>): number {
  return (call.endNs - call.startNs) / 1e6
}

/** What a failed call counts as; anything foreign is `internal`. */
export function failureOf(error: unknown): Pick<CallFacts, 'outcome' | 'fault'> {
  return {outcome: codeOf(error) ?? 'internal', fault: errorKind(error)}
}
