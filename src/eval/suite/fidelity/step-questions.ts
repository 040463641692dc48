import type {FloatType} from '#provider/model/float-types'
import {type EpisodeKey, episodeLabel, type Stream, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import type {Situation, Start} from '#world/model/situation'
import {alikeStart} from '../../kit/alike-start.ts'
import {asHeld, type NumberTypes} from '../../kit/number-types.ts'
import {drawCommand, drawPlace, ROUND} from '../../kit/places.ts'
import {exactStep, isStable, stateDifference, stepTolerance} from './step-tolerance.ts'

/** A state, two commands one after the other, and where the exact rules lead. */
export interface StepQuestion {
  readonly now: Situation
  readonly commands: readonly [Float64Array, Float64Array]
  readonly truth: readonly [Float64Array, Float64Array]
}

/** Questions at a place, for who computes with floats of a type. */
interface Wanted {
  readonly place: string
  readonly count: number
  readonly type: FloatType
  readonly types: NumberTypes
}

/** Draws for one question before it is given up. */
const TRIES = 12
/** Places of questions that are almost the ones before them: who keeps answers and rounds to find them again, or leaves out a number, is told so. Among those asked alone, too. */
const ALIKE: readonly number[] = [1, 3]
/** One question of so many begins in round numbers, among those where things stop. */
const ROUND_EACH = 4
const AT_REST = 'contact'
/** How far a state is moved for that, and its step may be, in tolerances of a step. */
const MOVED = 3
const MOVED_AT_MOST = 30

/** Questions of one trial at a place; fewer than `count` where the truth of too many hangs on their last digits. */
export function stepQuestions(environment: Environment, key: EpisodeKey, wanted: Wanted): StepQuestion[] {
  const {place, count, type, types} = wanted
  // Each place has draws of its own.
  const stream = seedStream(`${episodeLabel(key, 'noise')}|${place}`)
  const found: StepQuestion[] = []
  for (let tried = 0; tried < TRIES * count && found.length < count; tried++) {
    const before = ALIKE.includes(found.length) ? found.at(-1) : undefined
    const alike = before && alikeOf(environment, before, stream)
    const isRound = place === AT_REST && stream.int(ROUND_EACH) === 0
    const {state: drawn, goal} = alike ?? drawPlace(environment, isRound ? ROUND : place, stream)
    const start = {state: asHeld(types.states, drawn), goal}
    const two = alike && before ? before.commands : drawTwo(environment, place, stream)
    const [first, second] = [asHeld(types.actions, two[0]), asHeld(types.actions, two[1])]
    const next = exactStep(environment, start.state, first)
    if (!isStable(environment, start.state, first, type) || !isStable(environment, next, second, type)) continue
    const truth = [next, exactStep(environment, next, second)] as const
    found.push({now: {...start, step: 0}, commands: [first, second], truth})
  }
  return found
}

function drawTwo(environment: Environment, place: string, stream: Stream): StepQuestion['commands'] {
  return [drawCommand(environment, place, stream), drawCommand(environment, place, stream)]
}

/** Nearly the start of a question, or it but for one number. */
function alikeOf(environment: Environment, question: StepQuestion, stream: Stream): Start | undefined {
  if (stream.int(2) === 0) return nearOf(environment, question, stream)
  const {state, goal} = question.now
  const other = alikeStart(environment, state, stream)
  return other && {state: other, goal}
}

/** A start so near to that of a question that its step is nearly the same, and still another one; undefined where a wall lies between. */
function nearOf(environment: Environment, {now, commands, truth}: StepQuestion, stream: Stream): Start | undefined {
  const limits = stepTolerance(environment)
  const state = now.state.map((value, entry) => value + (stream.int(2) === 0 ? MOVED : -MOVED) * (limits[entry] ?? 0))
  const next = exactStep(environment, state, commands[0])
  const isNear = stateDifference(environment, next, truth[0]).every(
    (value, entry) => Math.abs(value) <= MOVED_AT_MOST * (limits[entry] ?? 0),
  )
  return isNear ? {state, goal: now.goal} : undefined
}
