import type {FloatType} from '#provider/model/float-types'
import {episodeLabel, type Stream, seedStream} from '#random/stream'
import type {Dynamics} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {evaluateWith} from '../../kit/evaluate-candidates.ts'
import {floatTypeOf, halved, spacingAt} from '../../kit/float-type.ts'
import {makeNearElites, RANKED} from '../../kit/make-actions.ts'
import {drawPlace, ORDERS} from '../../kit/places.ts'
import type {StateOutcome, TrialPlace} from '../../kit/state-trial.ts'
import {type RankingQuestion, type ScoreMeanings, scoreMeanings} from '../../kit/true-costs.ts'
import type {Subject} from '../../model/subject.ts'
import {unlessBroken} from './ask-unless-broken.ts'
import {type OrderGap, widestGap} from './order-gap.ts'

const STARTS = ['usual', 'contact', 'fast'] as const
/** Draws of a start before candidates between which nothing can be told are taken. */
const TRIES = 8
/** Candidates that lie apart by more than this share of all may not be ordered the other way round. */
const APART = 0.01
/** How often the exact rules are shaken to see which orders hang on roundings, by how much, and how much more is forgiven than they turned. */
const SHAKES = 16
const SHAKEN = 4e-6
const ROOM = 3

/** Environment steps that one trial asks about. */
export function orderSteps({horizon, block}: Pick<Environment, 'horizon' | 'block'>): number {
  return RANKED * horizon * block
}

/**
 * Asks for scores of candidates as a search has them when it is nearly done: what is off by little turns some of them round. A score has no unit and may mean the
 * end, the way or every step; whichever it follows, it must order candidates as the exact rules do, but for those that roundings alone turn.
 */
export async function measureOrder(subject: Subject, place: TrialPlace, signal: AbortSignal): Promise<StateOutcome> {
  const {question, truth} = await drawQuestion(place, signal)
  const {environment, now, actions} = question
  const {horizon, actionSize} = environment
  const modelEvals = orderSteps(environment)
  const evaluate = evaluateWith(subject, environment, 'score')(now)
  const answer = await unlessBroken(async () =>
    evaluate({values: actions, samples: RANKED, horizon, actionSize}, signal),
  )
  if (answer === undefined) return {modelEvals, values: {misordered: 1}, broken: 'scores that are none'}
  const scores = Float64Array.from(answer.scores, (score) => (answer.lower_is_better ? score : -score))
  const found = leastGap(truth, (meaning) => widestGap(truth[meaning], scores))
  if (found === undefined) return {modelEvals, values: {misordered: null}, reason: 'no_order'}
  const {share, before, after} = found
  const stream = seedStream(`${episodeLabel(place.key, 'noise')}|${ORDERS}|shaken`)
  const isWrong =
    share > APART && share > ROOM * turnedByRounding(question, {truth, type: floatTypeOf(subject), stream})
  const told = `candidate ${before + 1} stands before ${after + 1}, which costs less by ${share.toPrecision(2)} of how far all lie apart`
  return {modelEvals, values: {misordered: isWrong ? 1 : 0, gap: share}, ...(isWrong && {broken: told})}
}

interface Drawn {
  readonly question: RankingQuestion
  readonly truth: ScoreMeanings
}

async function drawQuestion({environment, key}: TrialPlace, signal: AbortSignal): Promise<Drawn> {
  const stream = seedStream(`${episodeLabel(key, 'noise')}|${ORDERS}`)
  for (let tried = 1; ; tried++) {
    const now = {...drawPlace(environment, STARTS[stream.int(STARTS.length)] ?? 'usual', stream), step: 0}
    const question = {environment, now, actions: await makeNearElites(environment, key, now, signal)}
    const truth = scoreMeanings(question)
    if (tried === TRIES || Math.max(...truth.end) > Math.min(...truth.end)) return {question, truth}
  }
}

/** The least of what is widest in each sense that a score may have: a provider need not say which its own has. */
function leastGap(
  truth: ScoreMeanings,
  gapIn: (meaning: keyof ScoreMeanings) => OrderGap | undefined,
): OrderGap | undefined {
  const gaps = (Object.keys(truth) as (keyof ScoreMeanings)[]).flatMap((meaning) => gapIn(meaning) ?? [])
  return gaps.toSorted((one, other) => one.share - other.share)[0]
}

/** How far apart candidates lie that the exact rules themselves turn round once each of their steps is rounded, or shaken by as little as means nothing. */
function turnedByRounding(
  question: RankingQuestion,
  {truth, type, stream}: {readonly truth: ScoreMeanings; readonly type: FloatType; readonly stream: Stream},
): number {
  const rules = shaken(question.environment, type, stream)
  const rounded = (scores: Float64Array) => (type === 'float16' ? halved(scores) : Float32Array.from(scores))
  const shares = Array.from({length: SHAKES}, () => {
    const told = scoreMeanings(question, rules)
    return leastGap(truth, (meaning) => widestGap(truth[meaning], rounded(told[meaning])))?.share ?? 0
  })
  return Math.max(...shares)
}

function shaken(environment: Environment, type: FloatType, stream: Stream): Dynamics {
  const {stateSize, actionSize} = environment
  return {
    stateSize,
    actionSize,
    advance(states, at, actions, from) {
      environment.advance(states, at, actions, from)
      for (let entry = at; entry < at + stateSize; entry++) {
        const value = states[entry] ?? Number.NaN
        states[entry] = value + (SHAKEN + spacingAt(type, value)) * (2 * stream.uniform() - 1)
      }
    },
  }
}
