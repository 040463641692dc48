import type {Interval} from '#contract/generated/types'
import {summarise} from '#stats/summary'

const LEVEL = 0.95

/**
 * The interval of a time whose calls are so much alike that their information cannot be estimated. The upper limit lies beyond the greatest
 * value by twice its distance from the median; the lower limit is below the least value by the ratio between that and the median. Good
 * enough for a budget that is far away, and for no other. `values` in ms, at least one.
 */
export function doubledRange(values: readonly number[]): Interval {
  const {min = 0, max = 0, median = 0} = summarise(values) ?? {}
  const [low, high] = median > 0 ? [(min * min) / median, 3 * max - 2 * median] : [min, max]
  return {low, high, level: LEVEL, method: 'range-doubled'}
}
