import type {EvalEpisode} from '#contract/generated/types'
import {type Effect, EXACT, type NoEffect} from '#gate/effect'
import {goodness} from '#gate/goodness'
import {bootstrapOfMeans, bootstrapOfWeights} from '#stats/bootstrap'
import {mcNemar, neededPairs, newcombePaired} from '#stats/paired-shares'
import type {MeasuredPlace, Metric, ShareReading, TrialReading} from '../model/suite.ts'
import {trialKeyOf, trialKeyText} from '../model/trial-key.ts'
import {bootstrapLabel, intervalMethod} from './estimate.ts'

const LEVEL = 0.95

/** The trials of two sides. */
export interface Sides {
  readonly base: readonly EvalEpisode[]
  readonly candidate: readonly EvalEpisode[]
}

/** One trial on both sides. */
export interface Pair {
  readonly base: EvalEpisode
  readonly candidate: EvalEpisode
}

/** How the candidate stands to the base in a metric, over the trials that both ran: the same seed and start, so most of the chance cancels out. */
export function pairedEffect(metric: Metric, sides: Sides, place: MeasuredPlace): Effect | NoEffect {
  const pairs = pairTrials(sides)
  if (pairs.length === 0) return {why: 'incomparable', reason: 'no trial was run on both sides'}
  const {reads} = metric.measure
  if (!reads)
    return {why: 'insufficient', reason: `${metric.name} is no number of single trials, so they cannot be paired`}
  const found = effectOf(reads, pairs, {metric, label: bootstrapLabel(place), limits: place.limits})
  return 'why' in found ? found : {...found, scale: 'difference', level: LEVEL, identical: pairs.every(isIdentical)}
}

type MeansReading = Extract<TrialReading, {kind: 'means'}>
type Found = Omit<Effect, 'scale' | 'level' | 'identical'> | NoEffect

interface How {
  readonly metric: Pick<Metric, 'direction' | 'target'>
  readonly label: string
  readonly limits: MeasuredPlace['limits']
}

function effectOf(reads: TrialReading, pairs: readonly Pair[], how: How): Found {
  switch (reads.kind) {
    case 'share':
      return how.metric.direction === 'nearer'
        ? meansEffect(asMeans(reads), pairs, how)
        : shareEffect(reads, pairs, how.metric)
    case 'count': {
      const total = (side: keyof Pair) => pairs.reduce((sum, pair) => sum + reads.amount(pair[side]), 0)
      const estimate = goodness(how.metric, total('candidate')) - goodness(how.metric, total('base'))
      return {estimate, low: estimate, high: estimate, method: EXACT, n: pairs.length}
    }
    case 'means':
      return meansEffect(reads, pairs, how)
    case 'weights':
      return weightsEffect(reads, pairs, how)
  }
}

function shareEffect({has, counts}: ShareReading, all: readonly Pair[], {direction}: How['metric']): Found {
  const pairs = all.filter(({base, candidate}) => has(base) && has(candidate))
  const number = (wanted: (candidate: boolean, base: boolean) => boolean) =>
    pairs.filter(({base, candidate}) => wanted(counts(candidate), counts(base))).length
  const [gained, lost] = [number((here, there) => here && !there), number((here, there) => !here && there)]
  const [onlyOne, onlyOther] = direction === 'higher' ? [gained, lost] : [lost, gained]
  const both = number((here, there) => here && there)
  const table = {both, onlyOne, onlyOther, neither: pairs.length - both - onlyOne - onlyOther}
  const interval = newcombePaired(table)
  if (!interval) return {why: 'insufficient', reason: 'no trial was run on both sides'}
  const {estimate, low, high, method, n} = interval
  const neededN = (limit: number) => neededPairs(table, limit)
  return {estimate, low, high, method, n, p: mcNemar({onlyOne, onlyOther}), neededN}
}

/** A share that is right at one value has no pairs won or lost: its distance from there is resampled. */
function asMeans(reads: ShareReading): MeansReading {
  const columns = (episode: EvalEpisode) => {
    const value = shareValue(reads, episode)
    return value === undefined ? null : [value]
  }
  return {kind: 'means', columns, statistic: (means) => means[0] ?? Number.NaN}
}

/** 1 for a trial that counts, 0 for one that does not; undefined for one that has nothing to tell. */
export function shareValue({has, counts}: ShareReading, episode: EvalEpisode): number | undefined {
  if (!has(episode)) return undefined
  return counts(episode) ? 1 : 0
}

/** Both sides are resampled together, so a start that is hard for both moves nothing. */
function meansEffect({columns, statistic}: MeansReading, pairs: readonly Pair[], {metric, label, limits}: How): Found {
  const rows = pairs.flatMap(({base, candidate}) => {
    const [one, other] = [columns(candidate), columns(base)]
    return one && other ? [{one, other}] : []
  })
  const width = rows[0]?.one.length ?? 0
  const sides = rows.map(({one, other}) => [...one, ...other])
  const difference = (means: ArrayLike<number>) => {
    const all = Array.from(means)
    return goodness(metric, statistic(all.slice(0, width))) - goodness(metric, statistic(all.slice(width))) + 0
  }
  const flat = Array.from({length: 2 * width}, (_, at) => sides.map((row) => row[at] ?? Number.NaN))
  const interval = rows.length < 2 ? undefined : bootstrapOfMeans(flat, difference, label, limits)
  if (!interval) return {why: 'insufficient', reason: `${rows.length} pairs have a value on both sides`}
  const estimate = difference(flat.map((column) => column.reduce((sum, value) => sum + value, 0) / rows.length))
  return {estimate, ...interval.bca, method: intervalMethod(interval, 'bca-paired'), n: rows.length}
}

/** The effect on a number that weighs whole episodes and is no function of means: its bootstrap draws weights of pairs. */
function weightsEffect(
  {has, statisticOf}: Extract<TrialReading, {kind: 'weights'}>,
  pairs: readonly Pair[],
  {metric, label, limits}: How,
): Found {
  const both = pairs.filter(({base, candidate}) => has(base) && has(candidate))
  const one = statisticOf(both.map(({candidate}) => candidate))
  const other = statisticOf(both.map(({base}) => base))
  const difference: typeof one = (weights) => goodness(metric, one(weights)) - goodness(metric, other(weights)) + 0
  const interval = bootstrapOfWeights(both.length, difference, label, limits)
  if (!interval) return {why: 'insufficient', reason: `${both.length} pairs have a value on both sides`}
  const estimate = difference(new Float64Array(both.length).fill(1))
  return {estimate, ...interval.bca, method: intervalMethod(interval, 'bca-paired'), n: both.length}
}

/** The trials that both sides ran. */
export function pairTrials({base, candidate}: Sides): Pair[] {
  const known = new Map(base.map((episode) => [nameOf(episode), episode]))
  return candidate.flatMap((episode) => {
    const other = known.get(nameOf(episode))
    return other ? [{base: other, candidate: episode}] : []
  })
}

/** The suite does not count: references were run for the suite that asked first. */
function nameOf(episode: EvalEpisode): string {
  return trialKeyText({...trialKeyOf(episode), suite: ''})
}

/** Whether both took the very same way. */
export function isIdentical({base, candidate}: Pair): boolean {
  return candidate.trajectory_digest !== undefined && candidate.trajectory_digest === base.trajectory_digest
}
