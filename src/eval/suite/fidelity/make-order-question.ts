import {episodeLabel, type Stream, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import type {Start} from '#world/model/situation'
import {drawSize} from '../../kit/drawn-sizes.ts'
import {hasGoals, sideGoal, zeroGoal} from '../../kit/goals.ts'
import {makeNearElites} from '../../kit/make-actions.ts'
import {ofOtherPace, stepsAhead} from '../../kit/other-pace.ts'
import {drawPlace, ORDERS, OUTWARD} from '../../kit/places.ts'
import type {TrialPlace} from '../../kit/state-trial.ts'
import {type RankingQuestion, type ScoreMeanings, scoreMeanings} from '../../kit/true-costs.ts'

const [USUAL_ORDERS] = ORDERS
const USUAL = ['usual', 'contact', 'fast'] as const
const FAR = ['edge', OUTWARD] as const
/** One goal of so many has zeros, which code takes for numbers that are not there, and the others lie at a side. */
const ZERO_EACH = 4
/** In one trial of so many each entry is held for another number of steps than usual. */
const HELD_EACH = 4
/** Draws of a start before candidates between which nothing can be told are taken. */
const TRIES = 8

/** What is ordered, and what each candidate truly costs. */
export interface OrderQuestion {
  readonly question: RankingQuestion
  readonly truth: ScoreMeanings
}

/** Candidates as a search has them when it is nearly done, from a place of the set; in some trials with entries that are held longer or shorter than usual. */
export async function makeOrderQuestion(
  {environment: usual, key, set}: TrialPlace,
  signal: AbortSignal,
): Promise<OrderQuestion> {
  const stream = seedStream(`${episodeLabel(key, 'noise')}|${set}`)
  const pace = seedStream(`${episodeLabel(key, 'noise')}|${set}|pace`)
  const environment = pace.int(HELD_EACH) === 0 ? heldOtherwise(usual, pace) : usual
  const drawStart = set === USUAL_ORDERS ? usualStart : edgeStart
  for (let tried = 1; ; tried++) {
    const now = {...drawStart(environment, key.stratum, stream), step: 0}
    const question = {environment, now, actions: await makeNearElites(environment, key, now, signal)}
    const truth = scoreMeanings(question)
    if (tried === TRIES || Math.max(...truth.end) > Math.min(...truth.end)) return {question, truth}
  }
}

/** Each doubling as likely, so that short holds and long ones are both met. */
function heldOtherwise(usual: Environment, draws: Stream): Environment {
  const most = stepsAhead(usual)
  return ofOtherPace(usual, Math.min(most, drawSize(draws, Math.ceil(Math.log2(most + 1)))), draws)
}

function usualStart(environment: Environment, _stratum: string, stream: Stream): Start {
  return drawPlace(environment, USUAL[stream.int(USUAL.length)] ?? 'usual', stream)
}

/** Far out, or with a goal at a side of where goals lie or at its zeros: each of the two where tasks have goals of their own, and in half of the trials both. */
function edgeStart(environment: Environment, stratum: string, stream: Stream): Start {
  const start = () => drawPlace(environment, FAR[stream.int(FAR.length)] ?? 'edge', stream)
  if (!hasGoals(environment)) return start()
  const drawTask = stream.int(ZERO_EACH) === 0 ? zeroGoal : sideGoal
  const task = drawTask(environment, stratum, stream)
  const kind = stream.int(4)
  if (kind === 0) return start()
  return kind === 1 ? task : {...start(), goal: task.goal}
}
