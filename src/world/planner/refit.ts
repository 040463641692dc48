import {exp} from '../math/exponential.ts'
import type {PlannerConfig} from './config.ts'
import type {Search} from './search.ts'

/** The elites of an iteration: their indices, best first, and the keys of all candidates (lower is better). */
export interface Elites {
  readonly values: Float64Array
  readonly elites: readonly number[]
  readonly keys: Float64Array
}

/** Moves the Gaussian to the elites, in place; gives how far the mean went. */
export function refit(search: Search, config: PlannerConfig, elites: Elites): number {
  const size = search.mean.length
  const weights = weightsOf(config, elites)
  const {momentum = 0} = config
  const most = config.kind === 'mppi' ? config.init_std : Number.POSITIVE_INFINITY
  let shift = 0
  for (let entry = 0; entry < size; entry++) {
    const [center, spread] = momentsOf(elites, weights, {entry, size})
    const mean = momentum * (search.mean[entry] ?? 0) + (1 - momentum) * center
    const std = momentum * (search.std[entry] ?? 0) + (1 - momentum) * spread
    const moved = mean - (search.mean[entry] ?? 0)
    shift += moved * moved
    search.mean[entry] = mean
    search.std[entry] = Math.min(most, Math.max(config.min_std, std))
  }
  return Math.sqrt(shift)
}

interface Weights {
  readonly each: Float64Array
  readonly sum: number
  /** What squares are divided by: `sum`, or one less for a sample variance. */
  readonly divisor: number
}

/** Equal weights, or for path integrals e^-temperature·(cost above the best). Source: Williams et al., MPPI, 2017; TD-MPC2, 2024. */
function weightsOf({kind, std, temperature = 0}: PlannerConfig, {elites, keys}: Elites): Weights {
  const best = keys[elites[0] ?? 0] ?? 0
  const each = new Float64Array(elites.length).fill(1)
  let sum = 0
  for (let rank = 0; rank < each.length; rank++) {
    if (kind === 'mppi') each[rank] = exp(-temperature * ((keys[elites[rank] ?? 0] ?? 0) - best))
    sum += each[rank] ?? 0
  }
  return {each, sum, divisor: kind !== 'mppi' && std === 'sample' ? Math.max(1, sum - 1) : sum}
}

function momentsOf(
  {values, elites}: Elites,
  {each, sum, divisor}: Weights,
  {entry, size}: {entry: number; size: number},
): [mean: number, std: number] {
  let total = 0
  for (let rank = 0; rank < elites.length; rank++) {
    total += (each[rank] ?? 0) * (values[(elites[rank] ?? 0) * size + entry] ?? 0)
  }
  const mean = total / sum
  let squares = 0
  for (let rank = 0; rank < elites.length; rank++) {
    const difference = (values[(elites[rank] ?? 0) * size + entry] ?? 0) - mean
    squares += (each[rank] ?? 0) * difference * difference
  }
  return [mean, Math.sqrt(squares / divisor)]
}
