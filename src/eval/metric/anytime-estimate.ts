import type {EvalEpisode} from '#contract/generated/types'
import {ANYTIME} from '#gate/effect'
import {anytimeInterval, anytimeP} from '#stats/anytime'
import type {CellResult, Sequence} from '../model/cell.ts'
import {rounded} from '../model/rounded.ts'
import type {Estimate, Metric} from '../model/suite.ts'
import {unitReading, unitValues} from './unit-reading.ts'

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
