import type {EvalEpisode} from '#contract/generated/types'
import {
  type BootstrapInterval,
  bootstrapOfMeans,
  bootstrapOfWeights,
  RESAMPLES,
  type StatisticOfMeans,
  type StatisticOfWeights,
} from '#stats/bootstrap'
import {mde} from '#stats/sample-size'
import {clopperPearson, clusteredShare, wilson} from '#stats/share-interval'
import type {Estimate, Measure, MeasuredPlace, ShareReading} from '../model/suite.ts'

const NOTHING_RAN: Estimate = {estimate: null, ci: null, n: 0, mde: null, reason: 'nothing ran'}

/** A sum over all that ran, exact. */
export function counted(amountOf: (episode: EvalEpisode) => number): Measure {
  return countedWhere(() => true, amountOf)
}

/** A sum over those that have something to count, exact. */
export function countedWhere(
  has: (episode: EvalEpisode) => boolean,
  amountOf: (episode: EvalEpisode) => number,
): Measure {
  const measure: Measure = (episodes) => {
    const told = episodes.filter(has)
    if (told.length === 0) return NOTHING_RAN
    const estimate = told.reduce((sum, episode) => sum + amountOf(episode), 0)
    return {estimate, ci: null, n: told.length, mde: null}
  }
  const amount = (episode: EvalEpisode) => (has(episode) ? amountOf(episode) : 0)
  return Object.assign(measure, {reads: {kind: 'count', amount} as const})
}

/** Whether a call that was lost on its way, or never came back, kept the trial from an answer: that is an error of the run and says nothing of the model. */
export function wasAnswered({error}: EvalEpisode): boolean {
  return error === undefined || error.kind === 'wrong'
}

/** The share of everything that ran, errors included, with its Wilson interval. */
export function measureShare(counts: (episode: EvalEpisode) => boolean): Measure {
  return shareWith(wilson, {has: () => true, counts})
}

/** The share of those that have something to tell: where an error would count as good it counts as nothing. */
export function measureShareWhere(
  has: (episode: EvalEpisode) => boolean,
  counts: (episode: EvalEpisode) => boolean,
): Measure {
  return shareWith(wilson, {has, counts})
}

/** A share with the interval of Clopper and Pearson, which covers at least what it says: for claims of safety. */
export function measureSafetyShare(counts: (episode: EvalEpisode) => boolean): Measure {
  return shareWith(clopperPearson, {has: () => true, counts})
}

function shareWith(intervalOf: typeof wilson, {has, counts}: Omit<ShareReading, 'kind'>): Measure {
  const measure: Measure = (episodes) => {
    const told = episodes.filter(has)
    const n = told.length
    const interval = intervalOf(told.filter(counts).length, n)
    if (interval === undefined) return NOTHING_RAN
    const {estimate, low, high, level, method} = interval
    return {estimate, ci: {low, high, level, method}, n, mde: mde(estimate, n)}
  }
  return Object.assign(measure, {reads: {kind: 'share', has, counts} as const})
}

type ReadValue = (episode: EvalEpisode) => number | null | undefined

/** The mean of what the episodes have to say: one value, or none. */
export function measureMean(read: ReadValue): Measure {
  const columns = (episode: EvalEpisode) => {
    const value = read(episode)
    return value === null || value === undefined ? null : [value]
  }
  const measure = resampling(columns, (means) => means[0] ?? Number.NaN)
  return Object.assign(measure, measure.reads?.kind === 'means' && {reads: {...measure.reads, isMean: true}})
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

/** The mean of the shares of that name, each of as many yes-or-no answers as the episode says under `answers`; see `clusteredShare`. */
export function measureClusteredShare(name: string, answers: string): Measure {
  return clusteredShareOf(named(name), named(answers))
}

/**
 * The share of parts in wholes that episodes count by name. What happens in one episode comes in bursts, so the episode is the unit: the mean
 * of their shares, see `clusteredShare`. Episodes without such counts say nothing.
 */
export function shareOfParts(part: string, whole: string): Measure {
  const share = (episode: EvalEpisode) => {
    const [some, all] = [named(part)(episode), named(whole)(episode)]
    return typeof some === 'number' && typeof all === 'number' && all > 0 ? some / all : null
  }
  return clusteredShareOf(share, named(whole))
}

function clusteredShareOf(read: ReadValue, answers: ReadValue): Measure {
  const measure: Measure = (episodes) => {
    const shares = episodes.flatMap((episode) => read(episode) ?? [])
    if (shares.length === 0) return {...NOTHING_RAN, reason: 'no episode has a value'}
    const found = clusteredShare(shares, Math.max(1, ...episodes.map((episode) => answers(episode) ?? 1)))
    if (!found) return {estimate: meanOfAll(shares), ci: null, n: shares.length, mde: null}
    const {estimate, low, high, level, method, n} = found
    return {estimate, ci: {low, high, level, method}, n, mde: null}
  }
  return Object.assign(measure, measureMean(read))
}

/** A statistic of whole episodes, such as one of their order; those that are not `has` do not count. `absent` says why it may be undefined. */
export function ofEpisodes(
  has: (episode: EvalEpisode) => boolean,
  statisticOf: (episodes: readonly EvalEpisode[]) => StatisticOfWeights,
  absent: string,
): Measure {
  const measure: Measure = (episodes, place) => {
    const counted = episodes.filter(has)
    const n = counted.length
    if (n === 0) return {...NOTHING_RAN, reason: 'no episode has a value'}
    const statistic = statisticOf(counted)
    const estimate = statistic(new Float64Array(n).fill(1))
    if (!Number.isFinite(estimate)) return {estimate: null, ci: null, n, mde: null, reason: absent}
    const interval = () => bootstrapOfWeights(n, statistic, bootstrapLabel(place), place.limits)
    return {estimate, ci: place.isPointEnough ? null : ciOf(interval()), n, mde: null}
  }
  return Object.assign(measure, {reads: {kind: 'weights', has, statisticOf} as const})
}

/** An estimate without its interval, where none would be true; `why` says so. It is told, and no rule can pass on it. */
export function withoutInterval(measure: Measure, why: string): Measure {
  const alone: Measure = (episodes, place) => {
    const found = measure(episodes, place)
    return found && {...found, ci: null, reason: found.reason ?? why}
  }
  return Object.assign(alone, measure.reads && {reads: measure.reads})
}

/** The stream of the resamples of a place. */
export function bootstrapLabel({seed, env, stratum}: MeasuredPlace): string {
  return `assay/1|${seed}|${env}|${stratum}|0|bootstrap`
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
  place: MeasuredPlace,
): Estimate {
  const n = columns[0]?.length ?? 0
  if (n === 0) return {...NOTHING_RAN, reason: 'no episode has a value'}
  const estimate = statistic(columns.map(meanOfAll))
  if (!Number.isFinite(estimate)) return {estimate: null, ci: null, n, mde: null}
  const interval = () => bootstrapOfMeans(columns, statistic, bootstrapLabel(place), place.limits)
  return {estimate, ci: place.isPointEnough ? null : ciOf(interval()), n, mde: null}
}

function ciOf(interval: BootstrapInterval | undefined): Estimate['ci'] {
  return interval ? {...interval.bca, level: 0.95, method: intervalMethod(interval, 'bca')} : null
}

/** The name of the method, with the number of resamples where it is not the usual one. */
export function intervalMethod({resamples}: BootstrapInterval, name: string): string {
  return resamples === RESAMPLES ? name : `${name}-${resamples}`
}

function meanOfAll(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
