import type {Fields} from '#provider/model/provider'
import {episodeLabel, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {Tensor} from '#world/tensor/tensor'
import {evaluateWith} from '../../kit/evaluate-candidates.ts'
import {floatTypeOf} from '../../kit/float-type.ts'
import {RANKED} from '../../kit/make-actions.ts'
import {ofType} from '../../kit/number-types.ts'
import type {StateOutcome, TrialPlace} from '../../kit/state-trial.ts'
import type {RankingQuestion, ScoreMeanings} from '../../kit/true-costs.ts'
import type {Subject} from '../../model/subject.ts'
import {unlessBroken} from './ask-unless-broken.ts'
import {longPlanSteps} from './long-plans.ts'
import {makeOrderQuestion, type OrderQuestion} from './make-order-question.ts'
import {widestGap} from './order-gap.ts'
import {type Misorder, roundingShare} from './rounding-share.ts'
import {toldOrder} from './told-order.ts'

const SCORE_MEANINGS = ['way', 'end', 'steps'] as const
/** Candidates that lie apart by more than this share of all may not be ordered the other way round. */
const APART = 0.01
/** A rounding turns nothing round that lies so far apart: one such order is one too many, however seldom it is asked for. */
const FAR_APART = 0.1
/** How much more is forgiven than roundings bring two candidates nearer to each other, or past each other. */
const ROOM = 3
const AMPLE = 9
/** What a trial may ask before its own question. */
const WITH_ONE_BEFORE = 2

/** Environment steps that one trial asks about, at most. */
export function mostOrderSteps(environment: Environment): number {
  return Math.max(longPlanSteps(environment), WITH_ONE_BEFORE * RANKED * environment.horizon * environment.block)
}

/**
 * Asks for scores of candidates as a search has them when it is nearly done: what is off by little turns some of them round. A score has no unit and may mean the
 * end, the way or every step; whichever it follows, it must order candidates as the exact rules do, but for those that roundings alone turn.
 */
export async function measureOrder(subject: Subject, place: TrialPlace, signal: AbortSignal): Promise<StateOutcome> {
  const asked = await makeOrderQuestion(place, signal)
  const {question, truth, alike} = asked
  const {environment, actions} = question
  const {horizon, actionSize, block} = environment
  const samples = truth.end.length
  const modelEvals = (alike ? WITH_ONE_BEFORE : 1) * samples * horizon * block
  const ask = (one: RankingQuestion) => {
    const evaluate = evaluateWith(inTypes(subject, asked), one.environment, 'score')(one.now)
    return unlessBroken(async () => evaluate({values: actions, samples, horizon, actionSize}, signal))
  }
  if (alike) await ask(alike)
  const {answer, lack} = await ask(question)
  if (answer === undefined)
    return {modelEvals, values: {misordered: 1, turned: 1}, broken: `scores that are none (${lack})`}
  const scores = Float64Array.from(answer.scores, (score) => (answer.lower_is_better ? score : -score))
  const found = misordersOf(truth, scores)
  const [least] = found
  if (least === undefined) return {modelEvals, values: {misordered: null, turned: null}, reason: 'no_order'}
  const stream = seedStream(`${episodeLabel(place.key, 'noise')}|${place.set}|shaken`)
  const shaking = {type: floatTypeOf(subject), stream}
  // In each sense by itself: what a rounding turns round in the one that is meant may be turned by far less in another.
  const rooms = found.map((one) => (least.share > APART ? roundingShare(question, one, shaking) : 0))
  const isBeyond = (apart: number, room: number) =>
    found.every(({share}, at) => share > Math.max(apart, room * (rooms[at] ?? 0)))
  const [isWrong, isTurned] = [isBeyond(APART, ROOM), isBeyond(FAR_APART, AMPLE)]
  const values = {misordered: isWrong ? 1 : 0, turned: isTurned ? 1 : 0, gap: least.share}
  return {modelEvals, values, ...(isWrong && {broken: toldOrder(asked, least, answer.scores)})}
}

/** Asked with numbers of these types. */
function inTypes(subject: Subject, {types}: Pick<OrderQuestion, 'types'>): Subject {
  const stated = (value: Fields[string]) => (value instanceof Tensor ? ofType(types.states, value) : value)
  return {
    ...subject,
    score: ({info, action_candidates}, signal) => {
      const retyped = Object.fromEntries(Object.entries(info).map(([name, value]) => [name, stated(value)]))
      return subject.score({info: retyped, action_candidates: ofType(types.actions, action_candidates)}, signal)
    },
  }
}

/** What is widest in each sense that a score may have, the least first: a provider need not say which its own has. */
function misordersOf(truth: ScoreMeanings, scores: Float64Array): Misorder[] {
  return SCORE_MEANINGS.flatMap((meaning): Misorder[] => {
    const costs = truth[meaning]
    const gap = widestGap(costs, scores)
    return gap ? [{...gap, meaning, spread: Math.max(...costs) - Math.min(...costs)}] : []
  }).sort((one, other) => one.share - other.share)
}
