import type {Stream} from '#random/stream'
import type {Candidates} from './candidates.ts'
import type {PlannerConfig} from './config.ts'

/** What the search knows: a Gaussian a plan entry, and the best candidate so far (lower `key` is better, whatever the scores mean). */
export interface CemState {
  readonly mean: Float64Array
  readonly std: Float64Array
  readonly best: Float64Array
  bestKey: number
}

export function startCem(config: PlannerConfig, mean: Float64Array): CemState {
  const std = new Float64Array(mean.length).fill(config.init_std)
  return {mean: mean.slice(), std, best: mean.slice(), bestKey: Number.POSITIVE_INFINITY}
}

/** Draws the candidates of one iteration, sample after sample, entry after entry; the mean itself costs no draw. */
export function drawCandidates(state: CemState, config: PlannerConfig, stream: Stream, into: Candidates): void {
  const {values} = into
  const size = state.mean.length
  const low = config.low ?? Number.NEGATIVE_INFINITY
  const high = config.high ?? Number.POSITIVE_INFINITY
  const first = config.first_sample_mean ? size : 0
  values.set(state.mean.subarray(0, first))
  for (let at = first, entry = 0; at < values.length; at++) {
    const value = (state.mean[entry] ?? 0) + (state.std[entry] ?? 0) * stream.gaussian()
    values[at] = Math.max(low, Math.min(high, value))
    entry = entry + 1 === size ? 0 : entry + 1
  }
}

/** Indices of the candidates, best first; equal keys keep their order. */
export function rankCandidates(keys: Float64Array): number[] {
  return Array.from(keys, (_, index) => index).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0))
}

/** Moves the Gaussian to the elites, in place; gives how far the mean went. */
export function refit(state: CemState, config: PlannerConfig, values: Float64Array, elites: readonly number[]): number {
  const size = state.mean.length
  const divisor = config.std === 'sample' ? Math.max(1, elites.length - 1) : elites.length
  let shift = 0
  for (let entry = 0; entry < size; entry++) {
    let sum = 0
    for (const elite of elites) sum += values[elite * size + entry] ?? 0
    const mean = sum / elites.length
    let squares = 0
    for (const elite of elites) {
      const difference = (values[elite * size + entry] ?? 0) - mean
      squares += difference * difference
    }
    const moved = mean - (state.mean[entry] ?? 0)
    shift += moved * moved
    state.mean[entry] = mean
    state.std[entry] = Math.max(config.min_std, Math.sqrt(squares / divisor))
  }
  return Math.sqrt(shift)
}

/** Keeps the candidate if it is better than every one before. */
export function keepBest(state: CemState, values: Float64Array, index: number, key: number): void {
  if (key >= state.bestKey) return
  const size = state.mean.length
  state.bestKey = key
  state.best.set(values.subarray(index * size, (index + 1) * size))
}

/** Euclidean norm. */
export function norm(values: Float64Array): number {
  let squares = 0
  for (const value of values) squares += value * value
  return Math.sqrt(squares)
}
