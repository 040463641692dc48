import type {StatisticOfWeights} from './bootstrap.ts'
import {equalMassBins} from './equal-mass.ts'

/** What was stated with a probability, and whether it came true; `row` is the trial it belongs to. */
export interface StatedCase {
  readonly stated: number
  readonly came: boolean
  readonly row: number
}

const BINS = 10

/**
 * Mean distance between stated probability and observed share over ten bins of equal mass, each by its cases, as a function of how often
 * each row counts; bins stay as all cases make them. NaN without a case. Above 0 by chance alone: with few cases honest speakers have some
 * too, so there is no interval that would hold their 0.
 * Source: Naeini, Cooper and Hauskrecht, Obtaining Well Calibrated Probabilities Using Bayesian Binning, 2015.
 */
export function calibrationErrorOf(cases: readonly StatedCase[]): StatisticOfWeights {
  const bins = reliabilityBins(cases)
  return (weights) => {
    let [distance, total] = [0, 0]
    for (const bin of bins) {
      let gap = 0
      for (const {stated, came, row} of bin) {
        const weight = weights[row] ?? 0
        gap += weight * (Number(came) - stated)
        total += weight
      }
      distance += Math.abs(gap)
    }
    return distance / total
  }
}

/** The cases by bin, lowest first, without empty bins. */
export function reliabilityBins(cases: readonly StatedCase[]): StatedCase[][] {
  const places = equalMassBins(
    cases.map(({stated}) => stated),
    BINS,
  )
  const bins = Array.from({length: BINS}, (_, bin) => cases.filter((_case, at) => places[at] === bin))
  return bins.filter((bin) => bin.length > 0)
}
