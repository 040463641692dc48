import type {Interval} from '#contract/generated/types'
import {summarise} from '#stats/summary'

const LEVEL = 0.95

/**
 * The interval of a time where calls are so much alike that how much they tell cannot be estimated: beyond the greatest by twice what lies between it
 * and the middle, and below the least by as large a ratio as parts it from the middle. Enough for a limit that is far away, and for no other.
 * `values` in ms, at least one.
 */
export function doubledRange(values: readonly number[]): Interval {
  const {min = 0, max = 0, median = 0} = summarise(values) ?? {}
  const [low, high] = median > 0 ? [(min * min) / median, 3 * max - 2 * median] : [min, max]
  return {low, high, level: LEVEL, method: 'range-doubled'}
}
