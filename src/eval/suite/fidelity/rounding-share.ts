import type {FloatType} from '#provider/model/float-types'
import type {Stream} from '#random/stream'
import type {Dynamics} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {halved, spacingAt} from '../../kit/float-type.ts'
import {type RankingQuestion, type ScoreMeanings, scoreMeanings} from '../../kit/true-costs.ts'
import type {OrderGap} from './order-gap.ts'

/** How often the exact rules are shaken to see whether the order of two candidates hangs on roundings. */
const SHAKES = 128
/** By how much at most, and how often that is halved at most: a body that touches something is carried off it by much, and stays at it by little. */
const SHAKEN = 4e-6
const HALVINGS = 4

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
  const pairs = Float64Array.from({length: SHAKES * pair.length}, (_, at) => pair[at % pair.length] ?? Number.NaN)
  const shaken = scoreMeanings({...question, actions: pairs}, shakenRules(environment, type, stream))[meaning]
  const costs = type === 'float16' ? halved(shaken) : Float32Array.from(shaken)
  const moved = Array.from({length: SHAKES}, (_, at) => {
    const apart = (costs[2 * at] ?? Number.NaN) - (costs[2 * at + 1] ?? Number.NaN)
    return Math.abs(apart / spread - share)
  })
  return Math.max(...moved)
}

/** Where a step begins, its command and where it ends, as who rounds may have them. */
function shakenRules(environment: Environment, type: FloatType, stream: Stream): Dynamics {
  const {stateSize, actionSize} = environment
  const command = new Float64Array(actionSize)
  const shake = (values: Float64Array, from: number, to: number, by: number) => {
    for (let at = from; at < to; at++) {
      const value = values[at] ?? Number.NaN
      values[at] = value + (by + spacingAt(type, value)) * (2 * stream.uniform() - 1)
    }
  }
  return {
    stateSize,
    actionSize,
    advance(states, at, actions, from) {
      const by = SHAKEN / 2 ** stream.int(HALVINGS)
      for (let axis = 0; axis < actionSize; axis++) command[axis] = actions[from + axis] ?? Number.NaN
      shake(command, 0, actionSize, 0)
      shake(states, at, at + stateSize, by)
      environment.advance(states, at, command, 0)
      shake(states, at, at + stateSize, by)
    },
  }
}
