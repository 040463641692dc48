import {badInput} from './input.ts'
import type {PolicyRates} from './mmrv.ts'
import {zOf} from './normal.ts'

interface Limits {
  readonly low: number
  readonly high: number
}

/**
 * The least `mmrv` that trials leave possible: only pairs of policies count of which both orders are certain, the one of the world and that
 * of the model, all pairs together at the level. Nearly equal rates change places by chance, which alone makes the estimate larger than the
 * truth. `trials`: what each policy reached in each trial, in the world and in the model. Throws `stats_input` without trials.
 */
export function leastMmrv(trials: readonly PolicyRates[], level = 0.95): number {
  const policies = trials[0]?.real.length ?? 0
  if (policies < 2) throw badInput('at least two policies and a trial are needed')
  const z = zOf(1 - (1 - level) / (policies * (policies - 1)))
  const all = Array.from({length: policies}, (_, policy) => policy)
  const worst = all.map((one) => Math.max(...all.map((other) => (one === other ? 0 : certainLoss(one, other)))))
  return worst.reduce((sum, loss) => sum + loss, 0) / policies

  function certainLoss(one: number, other: number): number {
    const real = differenceOf('real', one, other)
    const sim = differenceOf('sim', one, other)
    if (real.low > 0 && sim.high <= 0) return real.low
    return real.high <= 0 && sim.low > 0 ? Math.max(0, -real.high) : 0
  }

  function differenceOf(side: keyof PolicyRates, one: number, other: number): Limits {
    const values = trials.map((trial) => (trial[side][one] ?? 0) - (trial[side][other] ?? 0))
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1)
    const reach = z * Math.sqrt(square / values.length)
    return {low: mean - reach, high: mean + reach}
  }
}

/** The largest share of trials of another kind that may stay unseen in `n` trials at this level, on each side. */
export function unseenShare(n: number, level = 0.95): number {
  return n < 1 ? 1 : 1 - ((1 - level) / 2) ** (1 / n)
}
