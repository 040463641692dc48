import {episodeLabel, type Stream, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import type {Situation, Start} from '#world/model/situation'
import {paced} from '#world/planner/presets'
import {alikeStart} from '../../kit/alike-start.ts'
import {drawSize} from '../../kit/drawn-sizes.ts'
import {hasGoals, sideGoal, zeroGoal} from '../../kit/goals.ts'
import {makeNearElites, randomEntries} from '../../kit/make-actions.ts'
import {ofOtherPace, stepsAhead} from '../../kit/other-pace.ts'
import {drawCommand, drawPlace, ORDERS, OUTWARD} from '../../kit/places.ts'
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

/** Every second trial follows a question that is almost its own. */
const ALIKE_EACH = 2
/** Once in so many of them that one has another hold, and else another number of the start or of the goal. */
const OTHER_HOLD_EACH = 4
/** In one trial of so many, every second entry lies so many times as far out, most of them beyond what the rules let through. */
const BEYOND_EACH = 4
const BEYOND = 4

/** In one trial of so many plans are far longer than those of the world. Fewer of them are asked about, which differ in their last entries alone. */
const LONG_EACH = 4
const LONG_PLANS = 16
const LONG = {least: 25, most: 80, steps: 240} as const
/** How far apart their costs lie at least, as a share of the highest: what they have in common may not drown it when it is rounded. */
const LONG_APART = 0.02

/** Steps of all such plans of a question, at most. */
export const LONG_PLAN_STEPS = LONG_PLANS * LONG.steps

/** What is ordered, and what each candidate truly costs. `alike`: what is asked before it, where it follows another question. `common`: entries up to which candidates are alike. */
export interface OrderQuestion {
  readonly question: RankingQuestion
  readonly truth: ScoreMeanings
  readonly alike?: RankingQuestion | undefined
  readonly common?: number
}

/** Candidates as a search has them when it is nearly done, from a place of the set; in some trials with entries that are held longer or shorter than usual, or lie beyond the limits of commands. */
export async function makeOrderQuestion(
  {environment: usual, key, set}: TrialPlace,
  signal: AbortSignal,
): Promise<OrderQuestion> {
  const stream = seedStream(`${episodeLabel(key, 'noise')}|${set}`)
  const pace = seedStream(`${episodeLabel(key, 'noise')}|${set}|pace`)
  const environment = pace.int(HELD_EACH) === 0 ? heldOtherwise(usual, pace) : usual
  const drawStart = set === USUAL_ORDERS ? usualStart : edgeStart
  const startFrom = (draws: Stream) => ({...drawStart(environment, key.stratum, draws), step: 0})
  const long = pace.int(LONG_EACH) === 0 ? longQuestion(environment, startFrom, pace) : undefined
  if (long) return long
  for (let tried = 1; ; tried++) {
    const now = startFrom(stream)
    const elites = await makeNearElites(environment, key, now, signal)
    const question = {environment, now, actions: pace.int(BEYOND_EACH) === 0 ? beyond(elites, pace) : elites}
    const truth = scoreMeanings(question)
    const isTold = Math.max(...truth.end) > Math.min(...truth.end)
    if (isTold || tried === TRIES) return {question, truth, alike: alikeTo(question, key.stratum, pace)}
  }
}

/** Plans with a beginning in common that is as long as whole plans and longer, so that all hangs on what comes late. */
function longQuestion(
  usual: Environment,
  startFrom: (draws: Stream) => Situation,
  draws: Stream,
): OrderQuestion | undefined {
  const entries = LONG.least + draws.int(LONG.most - LONG.least + 1)
  const horizon = Math.min(Math.max(2 * usual.horizon, entries), Math.floor(LONG.steps / usual.block))
  const common = horizon - usual.horizon
  const environment = paced(usual, {horizon, block: usual.block})
  for (let tried = 0; tried < TRIES; tried++) {
    const now = startFrom(draws)
    const lead = leadFrom(usual, now, {entries: common, draws})
    const plans = Array.from({length: LONG_PLANS}, () => [...lead, ...randomEntries(usual, draws, usual.horizon)])
    const question = {environment, now, actions: Float64Array.from(plans.flat())}
    const truth = scoreMeanings(question)
    const areApart = (costs: Float64Array) => Math.max(...costs) - Math.min(...costs) > LONG_APART * Math.max(...costs)
    if (Object.values(truth).every(areApart)) return {question, truth, common}
  }
  return undefined
}

/** Commands of who knows to act there, each held as entries are, or any where nobody does. */
function leadFrom(
  environment: Environment,
  {state: start, goal}: Start,
  {entries, draws}: {readonly entries: number; readonly draws: Stream},
): number[] {
  const {expert, block} = environment
  const state = start.slice()
  return Array.from({length: entries}, () => {
    const acted = expert?.(state, goal) ?? drawCommand(environment, 'usual', draws)
    const command = Array.from(acted, (value) => Math.max(-1, Math.min(1, value)))
    for (let step = 0; step < block; step++) environment.advance(state, 0, command, 0)
    return command
  }).flat()
}

/** As a search hands them on that leaves it to the model to keep commands within their limits. */
function beyond(actions: Float64Array, draws: Stream): Float64Array {
  return actions.map((value) => (draws.int(2) === 0 ? value : BEYOND * value))
}

/** A question about these candidates from a start, to a goal or held for a time that differs in one number: who leaves that out of a key answers as before. */
function alikeTo(question: RankingQuestion, stratum: string, draws: Stream): RankingQuestion | undefined {
  if (draws.int(ALIKE_EACH) > 0) return undefined
  const {environment, now} = question
  const {block, horizon, goalSize} = environment
  if (draws.int(OTHER_HOLD_EACH) === 0) {
    const other = block === 1 ? 2 : 1 + draws.int(block - 1)
    return {...question, environment: paced(environment, {block: other, horizon})}
  }
  const entry = draws.int(2 * goalSize)
  const value = environment.reset(draws, stratum).goal[entry]
  if (value !== undefined && value !== now.goal[entry])
    return {...question, now: {...now, goal: now.goal.map((own, at) => (at === entry ? value : own))}}
  const state = alikeStart(environment, now.state, draws)
  return state && {...question, now: {...now, state}}
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
