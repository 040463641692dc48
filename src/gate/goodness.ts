import {unreachable} from '#error/unreachable'
import type {MetricRange} from './rule.ts'

type Better = Pick<MetricRange, 'direction' | 'target'>
type Estimated = {readonly estimate: number; readonly low: number; readonly high: number}

/** Which values are better, in words. */
export function directionText({direction, target}: Better): string {
  return direction === 'nearer' ? `nearer to ${target}` : direction
}

/** A value of a metric such that more is better: differences of it say who is ahead. */
export function goodness({direction, target = 0}: Better, value: number): number {
  switch (direction) {
    case 'higher':
      return value
    case 'lower':
      return -value
    case 'nearer':
      return -Math.abs(value - target)
    default:
      return unreachable(direction)
  }
}

/** Goodness of an estimate and its limits, `low` <= `high`. An interval that holds the target reaches up to 0, the best there is. */
export function goodnessInterval(better: Better, {estimate, low, high}: Estimated): Estimated {
  const ends = [goodness(better, low), goodness(better, high)]
  const {direction, target = 0} = better
  const holdsTarget = direction === 'nearer' && low <= target && target <= high
  return {
    estimate: goodness(better, estimate),
    low: Math.min(...ends),
    high: holdsTarget ? 0 : Math.max(...ends),
  }
}
