import {type Call, type CallFacts, describeFailure, SUCCESS} from '../model/call.ts'
import type {Stopwatch} from '../model/stopwatch.ts'

/** Between the two readings nothing runs but the call. In a closed loop a call is due when it starts. */
export async function measureCall(
  call: Call,
  due: {readonly seq: number; readonly intendedNs?: number},
  watch: Stopwatch,
  signal: AbortSignal,
): Promise<CallFacts> {
  let failure: {readonly error: unknown} | undefined
  const startNs = watch()
  try {
    await call(due.seq, signal)
  } catch (error) {
    failure = {error}
  }
  const endNs = watch()
  const {seq, intendedNs = startNs} = due
  return {
    seq,
    intendedNs,
    startNs,
    endNs,
    ...(failure === undefined ? {outcome: SUCCESS} : describeFailure(failure.error)),
  }
}
