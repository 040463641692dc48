import {type Call, type CallFacts, describeFailure, type Exchange, SUCCESS} from '../model/call.ts'
import type {Stopwatch} from '../model/stopwatch.ts'

/**
 * Makes and times one call. Only the call itself runs between the two clock readings; if it reports its exchange with the provider, the
 * times of the exchange count instead, without what surrounds it. A failed call counts with all of its time. In a closed loop a call is due
 * when it starts.
 */
export async function measureCall(
  call: Call,
  due: {readonly seq: number; readonly intendedNs?: number},
  watch: Stopwatch,
  signal: AbortSignal,
): Promise<CallFacts> {
  let failure: {readonly error: unknown} | undefined
  let exchange: Exchange | undefined
  const beganNs = watch()
  try {
    exchange = await call(due.seq, signal)
  } catch (error) {
    failure = {error}
  }
  const {startNs, endNs, clientNs}: Exchange = exchange ?? {startNs: beganNs, endNs: watch()}
  const {seq, intendedNs = startNs} = due
  return {
    seq,
    intendedNs,
    startNs,
    endNs,
    ...(clientNs !== undefined && {clientNs}),
    ...(failure === undefined ? {outcome: SUCCESS} : describeFailure(failure.error)),
  }
}
