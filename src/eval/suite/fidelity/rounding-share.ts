import type {FloatType} from '#provider/model/float-types'
import type {Stream} from '#random/stream'
import {halved} from '../../kit/float-type.ts'
import {shakenRules} from '../../kit/shaken-rules.ts'
import {type RankingQuestion, type ScoreMeanings, scoreMeanings} from '../../kit/true-costs.ts'
import type {OrderGap} from './order-gap.ts'

/** How often the exact rules are shaken to see whether the order of two candidates hangs on roundings. */
const SHAKES = 128

/** Two candidates in the wrong order, in the sense of a score that is nearest to what a provider says. */
export interface Misorder extends OrderGap {
  readonly meaning: keyof ScoreMeanings
  /** How far apart all candidates lie. */
  readonly spread: number
}

/** By how much of how far all candidates lie apart two of them are moved against each other once each step is rounded, or shaken by as little as means nothing. */
export function roundingShare(
  question: RankingQuestion,
  {meaning, spread, before, after, share}: Misorder,
  {type, stream}: {readonly type: FloatType; readonly stream: Stream},
): number {
  const {environment, actions} = question
  const size = environment.horizon * environment.actionSize
  const pair = [before, after].flatMap((candidate) => [...actions.subarray(candidate * size, (candidate + 1) * size)])
  const pairs = new Float64Array(SHAKES * pair.length).map((_, at) => pair[at % pair.length] ?? Number.NaN)
  const shaken = scoreMeanings({...question, actions: pairs}, shakenRules(environment, type, stream))[meaning]
  const costs = type === 'float16' ? halved(shaken) : Float32Array.from(shaken)
  const moved = Array.from({length: SHAKES}, (_, at) => {
    const apart = (costs[2 * at] ?? Number.NaN) - (costs[2 * at + 1] ?? Number.NaN)
    return Math.abs(apart / spread - share)
  })
  return Math.max(...moved)
}
