import type {BenchmarkEstimate, BenchmarkResponse} from '#contract/generated/types'
import {quantileEstimate, quantileMinimum} from '#stats/quantile'
import {type SerialSizes, serialSizes} from '#stats/serial-size'
import {betweenProcesses} from './between-processes.ts'
import {doubledRange} from './doubled-range.ts'
import {meanEstimate} from './mean-estimate.ts'

const LEVEL = 0.95
const QUANTILES = [
  ['p50', 0.5],
  ['p90', 0.9],
  ['p95', 0.95],
  ['p99', 0.99],
  ['p99_9', 0.999],
] as const

/**
 * Estimates of one kind of time with their intervals, in milliseconds. Each list holds the kept values of one process in order of time;
 * `averageMs` is exact over all calls. Calls that resemble those before them (serial correlation) count for less. With several processes
 * the interval is that between processes, which differ more than the calls of one, and at least that of the calls.
 */
export function estimatesOf(
  processesMs: readonly (readonly number[])[],
  averageMs: number | undefined,
): BenchmarkResponse {
  const processes = processesMs.filter(({length}) => length > 0)
  const pooled = processes.flat()
  const sizes = together(processes.map(serialSizes))
  const ofCalls = {
    average: meanEstimate(pooled, averageMs, sizes.ofMean),
    ...ofEach((q) => quantile(pooled, q, sizes)),
  }
  if (processes.length < 2) return ofCalls
  return {
    average: betweenProcesses(ofCalls.average, averageMs ?? null, processes, 'mean'),
    ...ofEach((q, name) => betweenProcesses(ofCalls[name], quantileEstimate(pooled, q).estimate ?? null, processes, q)),
  }
}

type Quantiles = Omit<BenchmarkResponse, 'average'>

function ofEach(estimate: (q: number, name: keyof Quantiles) => BenchmarkEstimate): Quantiles {
  return Object.fromEntries(QUANTILES.map(([name, q]) => [name, estimate(q, name)])) as Quantiles
}

/** The effective sizes of all processes added up: their calls are independent of each other. */
function together(all: readonly SerialSizes[]): SerialSizes {
  return {
    ofMean: all.reduce((sum, {ofMean}) => sum + ofMean, 0),
    ofShareUpTo: (limit) => all.reduce((sum, one) => sum + one.ofShareUpTo(limit), 0),
  }
}

function quantile(latenciesMs: readonly number[], q: number, sizes: SerialSizes): BenchmarkEstimate {
  let isSerial = false
  const sizeOf = (limit: number) => {
    const size = sizes.ofShareUpTo(limit)
    isSerial = size < latenciesMs.length
    return size
  }
  const {n, minimum_n, status, estimate, low, high} = quantileEstimate(latenciesMs, q, LEVEL, sizeOf)
  if (n === 0) return {estimate: null, n, needed_n: minimum_n, reason: 'no_samples'}
  if (n < quantileMinimum(q, LEVEL)) return {estimate: null, n, needed_n: minimum_n, reason: 'insufficient_samples'}
  const frame = {estimate: estimate ?? null, n, needed_n: minimum_n}
  if (status === 'insufficient_samples') return {...frame, ci: doubledRange(latenciesMs)}
  const method = isSerial ? 'order-statistic-serial' : 'order-statistic'
  return {
    ...frame,
    ci: {low: low ?? null, high: high ?? null, level: LEVEL, method},
    ...(status === 'one_sided' && {one_sided: true}),
  }
}
