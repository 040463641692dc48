import type {StatisticOfWeights} from './bootstrap.ts'
import {demandFinite} from './input.ts'

/** Values of one trial that should be high, and values that should be low. */
export interface Contrast {
  readonly high: readonly number[]
  readonly low: readonly number[]
}

/**
 * Chance that a value of the one kind exceeds one of the other, ties one half; 1 tells them apart, .5 is a guess. As a function of how
 * often each trial counts; NaN where a kind is missing. Throws `stats_input`. Source: Hanley and McNeil, 1982 (the area under the ROC curve).
 */
export function aurocOf(trials: readonly Contrast[]): StatisticOfWeights {
  for (const {high, low} of trials) {
    demandFinite(high)
    demandFinite(low)
  }
  const groups = groupsOf(trials)
  return (weights) => {
    let [below, highs, above] = [0, 0, 0]
    for (const {high, low} of groups) {
      const [up, down] = [weightOf(high, weights), weightOf(low, weights)]
      above += up * (below + down / 2)
      below += down
      highs += up
    }
    return above / (highs * below)
  }
}

/** Trials by value, lowest first; a trial stands as often as it has the value. */
function groupsOf(trials: readonly Contrast[]): Contrast[] {
  const values = trials.flatMap(({high, low}, trial) => [
    ...high.map((value) => ({value, trial, isHigh: true})),
    ...low.map((value) => ({value, trial, isHigh: false})),
  ])
  const byValue = Map.groupBy(
    values.sort((a, b) => a.value - b.value),
    ({value}) => value,
  )
  return [...byValue.values()].map((same) => ({
    high: same.filter(({isHigh}) => isHigh).map(({trial}) => trial),
    low: same.filter(({isHigh}) => !isHigh).map(({trial}) => trial),
  }))
}

function weightOf(trials: readonly number[], weights: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < trials.length; at++) sum += weights[trials[at] ?? 0] ?? 0
  return sum
}
