import {type CallFacts, isSuccess, responseNs} from '../model/call.ts'

/**
 * Lower and upper limits, in milliseconds, of the times in which a provider would have answered the calls of one process if this process
 * had cost nothing, apart from what it took in total.
 */
export interface ProviderCalls {
  readonly lowsMs: number[]
  readonly highsMs: number[]
}

/**
 * A call that was alone from when it was due until it ended found the provider idle, and would have without this process too: it took no
 * longer than measured. Calls that were in progress together would have run differently if they had been sent sooner, so the lower limit of
 * each is 0; but a provider that works whenever it has something to do would have been done with all of them when the last one ended, or
 * sooner. The limits are in the order in which calls were due.
 */
export function providerCalls(calls: readonly CallFacts[]): ProviderCalls {
  const lowsMs: number[] = []
  const highsMs: number[] = []
  for (const group of together(calls)) {
    const endNs = lastEnd(group)
    for (const call of group.filter(isSuccess)) {
      lowsMs.push(group.length === 1 ? responseNs(call) / 1e6 : 0)
      highsMs.push((endNs - call.intendedNs) / 1e6)
    }
  }
  return {lowsMs, highsMs}
}

function together(calls: readonly CallFacts[]): CallFacts[][] {
  const groups: CallFacts[][] = []
  let endNs = Number.NEGATIVE_INFINITY
  for (const call of calls.toSorted((one, other) => one.intendedNs - other.intendedNs || one.seq - other.seq)) {
    if (call.intendedNs < endNs) groups.at(-1)?.push(call)
    else groups.push([call])
    endNs = Math.max(endNs, call.endNs)
  }
  return groups
}

function lastEnd(group: readonly CallFacts[]): number {
  return group.reduce((last, {endNs}) => Math.max(last, endNs), 0)
}
