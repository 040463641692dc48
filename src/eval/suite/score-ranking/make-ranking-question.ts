import {type EpisodeKey, episodeLabel, type Stream, seedStream} from '#random/stream'
import {clip} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import type {Situation, Start} from '#world/model/situation'
import {edgeGoal, midGoal, nearGoal} from '../../kit/goals.ts'
import {RANKED, randomEntries, startOfEpisode} from '../../kit/make-actions.ts'
import {ofOtherPace, stepsAhead} from '../../kit/other-pace.ts'
import {drawPlace, placeInTheWay} from '../../kit/places.ts'
import type {RankingQuestion} from '../../kit/true-costs.ts'
import {areAlike} from './distinct-costs.ts'
import type {RankedKind} from './ranking-sets.ts'

/** How far the entries of a candidate that keeps a direction lie around it. */
const UNSTEADY = 0.5
/** Every second entry beyond the limits goes so many times as far as commands go, at most. */
const BEYOND = 4
/** What is left of how far apart the last candidates of a search lie. */
const NARROWED = 0.3
/** Entries are held at most so many times as long as usual. */
const LONGER = 4

/** Where plans are made on the way to a goal. */
const ANYWHERE = ['usual', 'contact', 'fast'] as const

/** Number of other tasks from which starts and goals of almost identical questions are taken. */
const OTHERS = 16
/** So many questions are almost the one that is judged, at most: one for each entry of the goal, and three. */
export const alikeCount = ({goalSize}: Environment) => goalSize + 3

/** Candidates where a planner looks last from a start, see `makeNearElites`. */
export type ElitesOf = (start: Situation) => Promise<Float64Array>

/** The question of a trial: what is ordered, and from where. */
export async function makeRankingQuestion(
  kind: RankedKind,
  usual: Environment,
  key: EpisodeKey,
  elitesOf: ElitesOf,
): Promise<RankingQuestion> {
  const environment = kind === 'paced' ? heldOtherwise(usual, seedStream(`${episodeLabel(key, 'noise')}|pace`)) : usual
  const now = startOf(kind, environment, key)
  if (kind === 'mid-end' || kind === 'edge-end') return await atTheEnd(environment, now, key, elitesOf)
  if (kind === 'near-elite') return {environment, now, actions: await elitesOf(now)}
  if (kind === 'narrow') return {environment, now, actions: narrowed(await elitesOf(now))}
  return {environment, now, actions: entriesOf(kind, environment, key)}
}

/** Close to the end of a task, unless plans no longer tell apart there, such as where what should be moved is out of reach. */
async function atTheEnd(
  environment: Environment,
  start: Situation,
  key: EpisodeKey,
  elitesOf: ElitesOf,
): Promise<RankingQuestion> {
  const now = nearGoal(environment, start, seedStream(`${episodeLabel(key, 'noise')}|end`))
  const question = {environment, now, actions: await elitesOf(now)}
  if (areAlike(question)) return {environment, now: start, actions: await elitesOf(start)}
  return question
}

/** Nearer to what they are in the mean. */
function narrowed(actions: Float64Array): Float64Array {
  const size = actions.length / RANKED
  const means = Float64Array.from({length: size}, (_, entry) => {
    let sum = 0
    for (let at = entry; at < actions.length; at += size) sum += actions[at] ?? Number.NaN
    return sum / RANKED
  })
  return actions.map((value, at) => {
    const mean = means[at % size] ?? Number.NaN
    return mean + NARROWED * (value - mean)
  })
}

/**
 * Questions that are the given one but for an entry of its goal, for where it starts, for the second half of each candidate, or for the second half of
 * them: who takes one for another answers as before.
 */
export function alikeQuestions(question: RankingQuestion, key: EpisodeKey): RankingQuestion[] {
  const {environment, now, actions} = question
  const draws = seedStream(`${episodeLabel(key, 'noise')}|alike`)
  const others = Array.from({length: OTHERS}, () => environment.reset(draws, key.stratum))
  const rest = randomEntries(environment, draws, actions.length / environment.actionSize)
  const [size, shared] = halves(environment)
  const otherwise = (isKept: (at: number) => boolean) => ({
    ...question,
    actions: actions.map((value, at) => (isKept(at) ? value : (rest[at] ?? value))),
  })
  return [
    ...otherGoals(now, others).map((goal) => ({...question, now: {...now, goal}})),
    {...question, now: {...now, state: others[0]?.state ?? now.state}},
    otherwise((at) => at % size < shared),
    otherwise((at) => 2 * at < actions.length),
  ]
}

/** For each entry of a goal that tasks differ in, the goal with the farthest of others there. */
function otherGoals({goal}: Situation, others: readonly Start[]): Float64Array[] {
  return Array.from(goal).flatMap((value, entry) => {
    const away = ({goal: other}: Start) => Math.abs((other[entry] ?? value) - value)
    const [farthest] = others.toSorted((one, other) => away(other) - away(one))
    if (farthest === undefined || away(farthest) === 0) return []
    return [goal.map((own, at) => (at === entry ? (farthest.goal[at] ?? own) : own))]
  })
}

function heldOtherwise(usual: Environment, draws: Stream): Environment {
  return ofOtherPace(usual, 1 + draws.int(Math.min(stepsAhead(usual), LONGER * usual.block)), draws)
}

function entriesOf(kind: RankedKind, environment: Environment, key: EpisodeKey): Float64Array {
  const draws = seedStream(episodeLabel(key, 'candidates'))
  const count = RANKED * environment.horizon
  if (kind === 'contact') return steadyEntries(environment, draws, count)
  const entries = randomEntries(environment, draws, count)
  if (kind === 'limit') return entries.map((value) => (draws.int(2) === 0 ? value : BEYOND * value))
  return kind === 'late' ? partingLate(environment, entries) : entries
}

/** Candidates that begin as the first of them does and part in the middle: what is left to choose when a search has nearly ended. */
function partingLate(environment: Environment, entries: Float64Array): Float64Array {
  const [size, shared] = halves(environment)
  return entries.map((value, at) => (at % size < shared ? (entries[at % size] ?? value) : value))
}

/** Numbers of a candidate, and of its first half. */
function halves({actionSize, horizon}: Environment): readonly [number, number] {
  return [horizon * actionSize, Math.floor(horizon / 2) * actionSize]
}

/** Entries that keep a direction for a whole candidate, so that it gets somewhere, or is kept from it. */
function steadyEntries({actionSize, horizon}: Environment, stream: Stream, entries: number): Float64Array {
  const u = () => 2 * stream.uniform() - 1
  const heading = new Float64Array(actionSize)
  return new Float64Array(entries * actionSize).map((_, at) => {
    if (at % (horizon * actionSize) === 0) for (let axis = 0; axis < actionSize; axis++) heading[axis] = u()
    return clip((heading[at % actionSize] ?? 0) + UNSTEADY * u(), -1, 1)
  })
}

function startOf(kind: RankedKind, environment: Environment, key: EpisodeKey): Situation {
  const start = startOfEpisode(environment, key)
  const draws = seedStream(episodeLabel(key, 'noise'))
  if (kind === 'near-goal') return nearGoal(environment, start, draws)
  if (kind === 'anywhere')
    return {...start, ...drawPlace(environment, ANYWHERE[draws.int(ANYWHERE.length)] ?? 'usual', draws)}
  if (kind === 'mid-end') return {...midGoal(environment, key.stratum, draws), step: 0}
  if (kind === 'edge-goal' || kind === 'edge-end') return {...edgeGoal(environment, key.stratum, draws), step: 0}
  return kind === 'contact' ? {...start, ...drawPlace(environment, placeInTheWay(environment), draws)} : start
}
