import type {EvalEpisode} from '#contract/generated/types'
import {bootstrapOfMeans, type StatisticOfMeans} from '#stats/bootstrap'
import {mde} from '#stats/sample-size'
import {wilson} from '#stats/wilson'
import type {Estimate, Measure, MeasuredPlace} from '../suite.ts'

const NOTHING_RAN: Estimate = {estimate: null, ci: null, n: 0, mde: null, reason: 'nothing ran'}

/** A sum over all that ran, exact. */
export function counted(amountOf: (episode: EvalEpisode) => number): Measure {
  const measure: Measure = (episodes) => {
    if (episodes.length === 0) return NOTHING_RAN
    const estimate = episodes.reduce((sum, episode) => sum + amountOf(episode), 0)
    return {estimate, ci: null, n: episodes.length, mde: null}
  }
  return Object.assign(measure, {reads: {kind: 'count', amount: amountOf} as const})
}

/** The share of everything that ran, errors included, with its Wilson interval. */
export function shareOf(counts: (episode: EvalEpisode) => boolean): Measure {
  const measure: Measure = (episodes) => {
    const n = episodes.length
    const interval = wilson(episodes.filter(counts).length, n)
    if (interval === undefined) return NOTHING_RAN
    const {estimate, low, high, level, method} = interval
    return {estimate, ci: {low, high, level, method}, n, mde: mde(estimate, n)}
  }
  return Object.assign(measure, {reads: {kind: 'share', counts} as const})
}

/** The mean of what the episodes have to say: one value, or none. */
export function meanOf(read: (episode: EvalEpisode) => number | null | undefined): Measure {
  const columns = (episode: EvalEpisode) => {
    const value = read(episode)
    return value === null || value === undefined ? null : [value]
  }
  return resampling(columns, (means) => means[0] ?? Number.NaN)
}

/** Numbers of an episode, as many for each, made of its values by name; NaN for one that is missing. */
export type NumbersOf = (value: (name: string) => number) => readonly number[]

/** A statistic of the means of several numbers an episode; those that lack one of them do not count. `absent` says why it may be undefined. */
export function ofMeans(numbersOf: NumbersOf, statistic: StatisticOfMeans, absent: string): Measure {
  const columns = ({values}: EvalEpisode) => {
    const numbers = numbersOf((name) => values?.[name] ?? Number.NaN)
    return numbers.every(Number.isFinite) ? numbers : null
  }
  return resampling(columns, statistic, absent)
}

function resampling(
  columns: (episode: EvalEpisode) => readonly number[] | null,
  statistic: StatisticOfMeans,
  absent?: string,
): Measure {
  const measure: Measure = (episodes, place) => {
    const rows = episodes.flatMap((episode) => {
      const row = columns(episode)
      return row ? [row] : []
    })
    const width = rows[0]?.length ?? 0
    const flat = Array.from({length: width}, (_, at) => rows.map((row) => row[at] ?? Number.NaN))
    const found = resampled(flat, statistic, place)
    return found.n > 0 && found.estimate === null && absent !== undefined ? {...found, reason: absent} : found
  }
  return Object.assign(measure, {reads: {kind: 'means', columns, statistic} as const})
}

/** One value of an episode by its name. */
export function named(name: string): (episode: EvalEpisode) => number | null | undefined {
  return ({values}) => values?.[name]
}

/** The metric, with how often something odd was met as its reason. */
export function noting(measure: Measure, oddity: string, isOdd: (episode: EvalEpisode) => boolean): Measure {
  const noted: Measure = (episodes, place) => {
    const found = measure(episodes, place)
    const odd = episodes.filter(isOdd).length
    if (!found || odd === 0 || found.reason !== undefined) return found
    return {...found, reason: `${oddity} in ${odd} of ${episodes.length}`}
  }
  return Object.assign(noted, measure.reads && {reads: measure.reads})
}

function resampled(
  columns: readonly (readonly number[])[],
  statistic: StatisticOfMeans,
  {seed, env, stratum}: MeasuredPlace,
): Estimate {
  const n = columns[0]?.length ?? 0
  if (n === 0) return {...NOTHING_RAN, reason: 'no episode has a value'}
  const estimate = statistic(columns.map((column) => column.reduce((sum, value) => sum + value, 0) / n))
  if (!Number.isFinite(estimate)) return {estimate: null, ci: null, n, mde: null}
  const interval = bootstrapOfMeans(columns, statistic, `assay/1|${seed}|${env}|${stratum}|0|bootstrap`)
  return {estimate, ci: interval ? {...interval.bca, level: 0.95, method: 'bca'} : null, n, mde: null}
}
