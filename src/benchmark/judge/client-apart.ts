import type {BenchmarkRow} from '#contract/generated/types'
import {OWN_SHARE} from './marks.ts'

/** One time of each process of a side, in milliseconds; `clientMs` is what this machine did within a call of it, where that is a good part. */
export interface SideTimes {
  readonly values: readonly number[]
  readonly clientMs?: readonly number[] | undefined
}

/** Below this multiple of its own work the client may not be done before the answer comes, and what it adds depends on when that is. */
const LEAST_MULTIPLE = 2

/** What this machine did within a call of each process, on average; undefined where it was not counted call by call. */
export function clientTimes({client, processes}: BenchmarkRow): number[] | undefined {
  if (client?.within !== 'exchange' || !client.waits_counted) return undefined
  const found = processes.flatMap(({iterations, error_count: errors}, at) => {
    const ns = client.busy_ns[at] ?? null
    return ns === null || iterations === errors ? [] : [ns / 1e6 / (iterations - errors)]
  })
  return found.length === processes.length ? found : undefined
}

/** Whether answers come late enough for the client to have done before them whatever it does while it waits: then it adds the same share of its work to every call. */
export function isClientApart({values, clientMs = []}: SideTimes): boolean {
  return values.every((value, at) => value >= LEAST_MULTIPLE * (clientMs[at] ?? 0))
}

/**
 * Both sides as they may truly stand to each other. Of what this machine does within a call some is done while the answer is awaited and adds nothing, and the rest
 * adds to the time: which share that is nobody measured, but it is the same client that asks both. So the truth lies between the sides as measured and the sides
 * without all of it. Of a side that is not marked it is no more than the share that would have marked it.
 */
export function possibleStandings(
  one: SideTimes,
  other: SideTimes,
): readonly (readonly [readonly number[], readonly number[]])[] {
  const measured = [one.values, other.values] as const
  if (!one.clientMs && !other.clientMs) return [measured]
  return [measured, ...without(one).flatMap((first) => without(other).map((second) => [first, second] as const))]
}

function without({values, clientMs}: SideTimes): readonly (readonly number[])[] {
  if (clientMs) return [values.map((value, at) => value - (clientMs[at] ?? 0))]
  return [values, values.map((value) => value * (1 - OWN_SHARE))]
}
