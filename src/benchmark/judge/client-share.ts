import type {BenchmarkClient, BenchmarkClientTimes} from '#contract/generated/types'
import {studentLog} from '#stats/student-log'
import {isAlone} from '../model/pacing.ts'
import {estimatesOf} from './estimates.ts'
import {loweredMean, loweredQuantile} from './lowered.ts'
import {type ProviderCalls, providerCalls} from './provider-calls.ts'
import type {RowReadings} from './row-facts.ts'

type Repeats = RowReadings['repeats']
type Column = keyof BenchmarkClientTimes

const COLUMNS: readonly Column[] = ['average', 'p50', 'p90', 'p95', 'p99', 'p99_9']

/** How much of the times of a row this process took, and the limits within which the times of the provider alone lie. */
export function clientShare({load, repeats}: Pick<RowReadings, 'load' | 'repeats'>): BenchmarkClient {
  const busyNs = repeats.map(({measured: {clientNs}}) => (clientNs === null ? null : Math.ceil(clientNs)))
  const waitsCounted = repeats.every(({measured}) => measured.isWaitCounted === true)
  const calls = repeats.reduce((sum, {store}) => sum + store.count, 0)
  const isWithin = repeats.every(({measured}) => measured.isWithinExchange)
  const known = busyNs.filter((ns) => ns !== null)
  const isKnown = known.length === busyNs.length
  return {
    busy_ns: busyNs,
    waits_counted: waitsCounted,
    ...(isWithin && {within: 'exchange' as const}),
    call_ms: isKnown && calls > 0 ? known.reduce((sum, ns) => sum + ns, 0) / calls / 1e6 : null,
    times: isOneAtATime(load, repeats) ? timesOf(repeats, isKnown && waitsCounted ? known : undefined) : null,
  }
}

/**
 * Whether calls do not influence each other's start. Several callers that wait for their answers each ask again when they have one:
 * slowness of this process changes who asks when, so no single time tells what it would have been. A sample does not show which calls were
 * in progress together.
 */
function isOneAtATime({pacing}: RowReadings['load'], repeats: Repeats): boolean {
  const isSingle = pacing.mode === 'open' || isAlone(pacing)
  return isSingle && !repeats.some(({store}) => store.isSampled)
}

function timesOf(repeats: Repeats, busyNs: readonly number[] | undefined): BenchmarkClientTimes {
  const processes = repeats.map(({store}) => providerCalls(store.kept))
  const highs = processes.map(({highsMs}) => highsMs)
  const upper = estimatesOf(highs, meanOf(highs.flat()))
  const lows = busyNs && processes.map((calls, at) => lowsOf(calls, (busyNs[at] ?? 0) / 1e6))
  const range = (column: Column) => {
    const high = upper[column].ci?.high ?? null
    return {low: high === null ? null : lowOf(lows?.map((low) => low(column))), high}
  }
  return Object.fromEntries(COLUMNS.map((column) => [column, range(column)])) as unknown as BenchmarkClientTimes
}

/** The lower limit of each column, from the calls of one process. */
function lowsOf({lowsMs}: ProviderCalls, takenMs: number): (column: Column) => number | null {
  const estimates = estimatesOf([lowsMs], meanOf(lowsMs))
  const shared = {sortedMs: lowsMs.toSorted((one, other) => one - other), takenMs}
  return (column) =>
    column === 'average' ? loweredMean(lowsMs, takenMs, estimates.average) : loweredQuantile(shared, estimates[column])
}

/** Lower limit of a time: with several processes that of the typical one; 0 if nothing is known. */
function lowOf(lows: readonly (number | null)[] = []): number {
  const known = lows.filter((low) => low !== null && low > 0) as number[]
  if (lows.length === 0 || known.length < lows.length) return 0
  return known.length === 1 ? (known[0] ?? 0) : (studentLog(known)?.low ?? 0)
}

function meanOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length
}
