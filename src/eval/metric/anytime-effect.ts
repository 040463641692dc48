import {ANYTIME, type Effect, type NoEffect} from '#gate/effect'
import {anytimeInterval} from '#stats/anytime'
import type {Sequence} from '../model/cell.ts'
import {rounded} from '../model/rounded.ts'
import type {MeasuredPlace, Metric} from '../model/suite.ts'
import {anytimePValue, fixedTrials, isCounted, NOT_FIXED} from './anytime-estimate.ts'
import {isIdentical, type Pair, pairedEffect, pairTrials, type Sides} from './paired-effect.ts'
import {isPairable, type UnitReading, unitReading} from './unit-reading.ts'

/**
 * How the candidate stands to the base where the trials of a side were looked at as they came; see `estimateUntilDecided`. A paired
 * difference d of values in 0–1 is judged as the mean of (d + 1) / 2.
 */
export function effectUntilDecided(
  metric: Metric,
  sides: Sides,
  {sequence, place}: {readonly sequence: Sequence; readonly place: MeasuredPlace},
): Effect | NoEffect {
  const reading = unitReading(metric)
  if (reading && isPairable(metric)) return anytimeEffect(metric, sides, reading)
  if (isCounted(metric)) return pairedEffect(metric, sides, place)
  const [base, candidate] = [fixedTrials(sides.base, sequence), fixedTrials(sides.candidate, sequence)]
  if (!base || !candidate) return {why: 'insufficient', reason: NOT_FIXED}
  return pairedEffect(metric, {base, candidate}, place)
}

function anytimeEffect({direction}: Metric, sides: Sides, reading: UnitReading): Effect | NoEffect {
  const pairs = pairTrials(sides)
  if (pairs.length === 0) return {why: 'incomparable', reason: 'no trial was run on both sides'}
  const sign = direction === 'higher' ? 1 : -1
  const values = pairs.flatMap((pair) => halfway(pair, reading, sign) ?? [])
  const interval = anytimeInterval(values)
  if (!interval || interval.low > interval.high) {
    return {why: 'insufficient', reason: `${values.length} pairs with a value on both sides settle on no mean`}
  }
  const inUnit = (mean: number) => rounded((2 * mean - 1) * reading.span)
  const {estimate, low, high, level, n} = interval
  const pAt = (limit: number) => anytimePValue(values, (limit / reading.span + 1) / 2)
  return {
    scale: 'difference',
    estimate: inUnit(estimate),
    low: inUnit(low),
    high: inUnit(high),
    level,
    method: ANYTIME,
    n,
    p: pAt(0),
    pAt,
    identical: pairs.every(isIdentical),
  }
}

/** 1 where only the candidate is at its best, 0 where only the base is, ½ between equals. */
function halfway({base, candidate}: Pair, {read}: UnitReading, sign: number): number | undefined {
  const [one, other] = [read(candidate), read(base)]
  return one === undefined || other === undefined ? undefined : (sign * (one - other) + 1) / 2
}
