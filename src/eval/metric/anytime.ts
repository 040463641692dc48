import type {EvalEpisode} from '#contract/generated/types'
import {ANYTIME, type Effect, type NoEffect} from '#gate/effect'
import {anytimeInterval, anytimeP} from '#stats/anytime'
import type {CellResult, Sequence} from '../model/cell.ts'
import {rounded} from '../model/rounded.ts'
import type {Estimate, MeasuredPlace, Metric} from '../model/suite.ts'
import {isIdentical, type Pair, pairedEffect, pairTrials, type Sides, shareValue} from './paired-effect.ts'

/** A metric read as a mean of values in 0–1: `min + span * value` is in its unit. */
export interface UnitReading {
  readonly min: number
  readonly span: number
  /** Undefined for a trial that has no value. */
  read(episode: EvalEpisode): number | undefined
}

/** Shares, and means between finite limits: what can be judged after any number of trials. Undefined for every other metric. */
export function unitReading({min, max, exact, measure: {reads}}: Metric): UnitReading | undefined {
  if (exact) return undefined
  if (reads?.kind === 'share') return {min: 0, span: 1, read: (episode) => shareValue(reads, episode)}
  const span = max - min
  if (reads?.kind !== 'means' || reads.isMean !== true || !Number.isFinite(span)) return undefined
  return {
    min,
    span,
    read(episode) {
      const value = reads.columns(episode)?.[0]
      return value === undefined ? undefined : (value - min) / span
    },
  }
}

/** Whether differences of pairs have a mean that says who is better: not where a metric is right at one value. */
export function isPairable({direction}: Pick<Metric, 'direction'>): boolean {
  return direction !== 'nearer'
}

/** The values of the trials that have one, in their order. */
export function unitValues({read}: UnitReading, episodes: readonly EvalEpisode[]): number[] {
  return episodes.flatMap((episode) => read(episode) ?? [])
}

/** Why a number has no interval: the trials ended when something else was decided. */
export const NOT_FIXED = 'the number of trials was not fixed beforehand'

/**
 * A metric over trials that were looked at as they came. A share or a bounded mean has the interval that holds at any time. Every other sampled
 * number is taken over the trials that were fixed beforehand; without such a number it has no interval.
 */
export function estimateUntilDecided(
  metric: Metric,
  {facts, episodes, sequence}: Pick<CellResult, 'facts' | 'episodes'> & {readonly sequence: Sequence},
): Estimate | undefined {
  const reading = unitReading(metric)
  if (!reading && !isCounted(metric)) {
    const fixed = metric.measure(fixedTrials(episodes, sequence) ?? episodes, facts)
    return sequence.fixedN === null && fixed?.ci ? {...fixed, ci: null, mde: null, reason: NOT_FIXED} : fixed
  }
  const usual = metric.measure(episodes, facts)
  const interval = reading && usual?.ci ? anytimeInterval(unitValues(reading, episodes)) : undefined
  if (!interval || !reading || !usual) return usual
  const {min, span} = reading
  const {low, high, level} = interval
  const ci = {low: rounded(min + span * low), high: rounded(min + span * high), level, method: ANYTIME}
  if (low > high) return {...usual, ci: null, mde: null, reason: 'no mean fits: the trials changed as they went on'}
  return {...usual, ci, mde: null}
}

/** The p-value of "the metric is `threshold`" over these trials; undefined for what cannot be judged at any time. */
export function anytimeEvidence(
  metric: Metric,
  episodes: readonly EvalEpisode[],
): ((threshold: number) => number) | undefined {
  const reading = unitReading(metric)
  if (!reading) return undefined
  const values = unitValues(reading, episodes)
  return (threshold) => anytimePValue(values, (threshold - reading.min) / reading.span)
}

/** Means outside 0–1 have no wealth to be tested by. */
export function anytimePValue(values: readonly number[], mean: number): number {
  return mean > 0 && mean < 1 ? anytimeP(values, mean) : 1
}

/** Those of the trials whose number was fixed beforehand. */
export function fixedTrials(episodes: readonly EvalEpisode[], {fixedN}: Sequence): readonly EvalEpisode[] | undefined {
  return fixedN === null ? undefined : episodes.filter(({episode}) => episode < fixedN)
}

/** Counted over all that ran: there is no chance in it that looking could spoil. */
export function isCounted({exact, measure}: Metric): boolean {
  return exact || measure.reads?.kind === 'count'
}

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
