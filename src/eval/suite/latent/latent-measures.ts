import type {EvalEpisode} from '#contract/generated/types'
import type {StatisticOfWeights} from '#stats/bootstrap'
import {effectiveRankOf} from '#stats/effective-rank'
import {ridgeRead} from '#stats/ridge'
import {ofEpisodes, withoutInterval} from '../../metric/estimate.ts'
import {trajectoryNumber} from './trajectories.ts'

/**
 * How much of the visible state linear weights read from embeddings of trajectories that they have not learned from: the mean over its numbers of 1 - squared
 * error / variance. 1 is all of it, 0 no more than the mean, less is worse. Each half of the trajectories is read by the weights of the other.
 */
export const probeFit = ofEpisodes(
  isWhole,
  fitOfTrajectories,
  'fewer than two trajectories, or a state that never changes',
)

/** How many directions the embeddings spread over, see `effectiveRankOf`. */
export const spreadOfEmbeddings = withoutInterval(
  ofEpisodes(isWhole, (episodes) => effectiveRankOf(episodes.map(vectorOf)), 'all embeddings are equal'),
  'drawn again, states spread over fewer directions',
)

function isWhole({embedding, values, start}: EvalEpisode): boolean {
  return embedding !== undefined && values !== undefined && start !== undefined
}

function vectorOf({embedding = []}: EvalEpisode): readonly number[] {
  return embedding
}

function truthOf({values = {}}: EvalEpisode): number[] {
  return Object.keys(values)
    .sort()
    .map((name) => values[name] ?? Number.NaN)
}

function groupOf({start}: EvalEpisode): string {
  return `${start?.stratum}/${trajectoryNumber(start?.episode ?? 0)}`
}

/** A trajectory counts as often as its first trial does, whole: its frames are too much alike to be drawn one by one. */
function fitOfTrajectories(episodes: readonly EvalEpisode[]): StatisticOfWeights {
  const groups = [...Map.groupBy(episodes, groupOf).values()]
  const [one = [], other = []] = [0, 1].map((half) => groups.filter((_, at) => at % 2 === half).flat())
  if (one.length === 0 || other.length === 0) return () => Number.NaN
  const losses = new Map([...lossesOf(one, other), ...lossesOf(other, one)])
  const rows = groups.map((group) => ({
    first: episodes.findIndex((episode) => group.includes(episode)),
    means: meanOfRows(group.map((episode) => losses.get(episode) ?? [])),
  }))
  return (weights) => fitOf(weightedMeans(rows, weights))
}

/** For each trial that is asked: of each number of the state its squared error, its value and its square. */
function lossesOf(taught: readonly EvalEpisode[], asked: readonly EvalEpisode[]): [EvalEpisode, number[]][] {
  const lesson = {features: taught.map(vectorOf), targets: taught.map(truthOf)}
  const read = ridgeRead(lesson, asked.map(vectorOf))
  return asked.map((episode, at) => [
    episode,
    truthOf(episode).flatMap((value, number) => [
      (value - (read[at]?.[number] ?? Number.NaN)) ** 2,
      value,
      value * value,
    ]),
  ])
}

function meanOfRows(rows: readonly (readonly number[])[]): number[] {
  return (rows[0] ?? []).map((_, at) => rows.reduce((sum, row) => sum + (row[at] ?? Number.NaN), 0) / rows.length)
}

function weightedMeans(
  rows: readonly {readonly first: number; readonly means: readonly number[]}[],
  weights: ArrayLike<number>,
): Float64Array {
  const sums = new Float64Array(rows[0]?.means.length ?? 0)
  let total = 0
  for (const {first, means} of rows) {
    const weight = weights[first] ?? 0
    total += weight
    for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) + weight * (means[at] ?? Number.NaN)
  }
  return sums.map((sum) => sum / total)
}

function fitOf(means: Float64Array): number {
  let sum = 0
  for (let at = 0; at < means.length; at += 3) {
    const [error = Number.NaN, mean = Number.NaN, square = Number.NaN] = means.subarray(at, at + 3)
    const variance = square - mean * mean
    if (!(variance > Number.EPSILON * square)) return Number.NaN
    sum += 1 - error / variance
  }
  return sum / (means.length / 3)
}
