import {episodeLabel, type Stream, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {Tensor} from '#world/tensor/tensor'
import {alikeStart} from '../../kit/alike-start.ts'
import {drawRows, drawSize, drawWithin} from '../../kit/drawn-sizes.ts'
import {mostAtOnce} from '../../kit/evaluate-candidates.ts'
import {floatTypeOf} from '../../kit/float-type.ts'
import {asHeld, drawTypes, type NumberTypes, wordsOfTypes} from '../../kit/number-types.ts'
import {drawCommand, drawPlace} from '../../kit/places.ts'
import type {TrialPlace} from '../../kit/state-trial.ts'
import type {Subject} from '../../model/subject.ts'
import {askInOneCall} from './ask-one-call.ts'
import {type AnsweredStep, unlessBroken} from './ask-unless-broken.ts'
import {answeredStep, BEYOND, drawLength, drawLong, LONGEST, mostSteps, WAYS_FROM} from './ways.ts'

/** As many from one state, as planners ask for candidates, as long as plans look. */
const PLANNED = 4
/** Most questions have no more steps in all than the one; some have as many as planners ask for, as 512 candidates of 24 steps, or for as many numbers as sixteen bits do not count. */
const USUAL_IN_ALL = 2048
const PLANNED_IN_ALL = 20_480
const MOST_NUMBERS = 2 ** 16 + 2 ** 12
/** A question of that many has ways of so many steps and more, so that there are no more of them than planners have; where all start at one place, as long as the longest plans. */
const MANY_STEPS = 8
const PLAN_STEPS = {least: 24, most: 48} as const
/** One way of so many begins where the one before it does. */
const SHARED_EACH = 4
/** One drawn question of so many is for ways that are far longer than plans, and one for many that are longer than most. */
const LONG_EACH = 8
const [LONG, WIDE] = [0, 1] as const
const WIDE_WAYS = {steps: {least: 33, most: 96}, rows: {least: 16, octaves: 8}, inAll: 8192} as const
/** The commands of one drawn question of so many are whole numbers, as of a set of commands that one chooses from. */
const WHOLE_EACH = 8
/** One way of so many holds one command from its first step to its last, as a set of motions does. */
const STEADY_EACH = 8
/** The commands of one way of so many lie beyond what the rules let through. */
const BEYOND_EACH = 6
/** The first trials ask for that many: for ways that start each at its own place, and then for ways from one. */
const [OWN_STARTS, ONE_START] = [0, 1] as const

/** How many steps the ways of a trial take, at most. */
export function waySteps(
  {batched}: Pick<Subject, 'batched'>,
  place: Pick<TrialPlace, 'environment' | 'config'>,
): number {
  return 2 * LONGEST + (batched ? 3 * PLANNED * mostSteps(place.config) + mostInAll(place.environment) : 0)
}

function mostInAll({stateSize}: Pick<Environment, 'stateSize'>): number {
  return Math.max(PLANNED_IN_ALL, Math.ceil(MOST_NUMBERS / stateSize))
}

/**
 * Every step of ways, each held against the exact step from where the provider itself said that the one before ended: errors do not add up, and what
 * is only wrong far into a question, or in questions of some length, shows.
 */
export async function askWays(subject: Subject, place: TrialPlace, signal: AbortSignal): Promise<AnsweredStep[]> {
  const inOneCall = await askInOneCall(subject, place, signal)
  if (!subject.batched) return inOneCall
  const stream = seedStream(`${episodeLabel(place.key, 'noise')}|ways`)
  const types = drawTypes(stream)
  const planned = drawWays(place, {rows: PLANNED, length: mostSteps(place.config), starts: 1}, {stream, types})
  const drawn = drawWays(place, drawShape(subject, place, stream), {stream, types})
  // Each differs in one thing alone, its last way or a number of its start: who takes it for the question before answers that one.
  const last = drawLast(place, planned, {stream, types})
  const alike = {...planned, commands: [...planned.commands.slice(0, -1), last]}
  const [from = new Float64Array()] = planned.starts
  const other = alikeStart(place.environment, from, stream)
  return [
    ...(await byBatch(subject, place, planned, signal)),
    ...(await byBatch(subject, place, alike, signal)).slice(-last.length),
    ...(other ? await byBatch(subject, place, {...planned, starts: [asHeld(types.states, other)]}, signal) : []),
    ...(await byBatch(subject, place, stream.int(WHOLE_EACH) === 0 ? inWholeNumbers(drawn) : drawn, signal)),
    ...inOneCall,
  ]
}

/** Commands of every step of some ways, and the states they begin in: one for all, or one for each. */
interface Ways {
  readonly starts: readonly Float64Array[]
  readonly commands: readonly (readonly Float64Array[])[]
  readonly types: NumberTypes
}

/** Draws how many ways are asked for and how long they are, each of a random magnitude; or as many as are ever asked for. */
function drawShape(subject: Subject, {environment, config, key}: TrialPlace, stream: Stream): WaysShape {
  const isFull = key.stratum === environment.strata[0] && [OWN_STARTS, ONE_START].some((one) => one === key.episode)
  const roomFor = (length: number, inAll: number) => Math.min(mostAtOnce(subject), Math.floor(inAll / length))
  if (isFull) {
    const hasOwnStarts = key.episode === OWN_STARTS
    const length = hasOwnStarts ? Math.max(MANY_STEPS, drawLength(config, stream)) : drawWithin(PLAN_STEPS, stream)
    const rows = roomFor(length, mostInAll(environment))
    return {rows, length, starts: hasOwnStarts ? rows : 1}
  }
  const kind = stream.int(LONG_EACH)
  const shape =
    kind === WIDE ? wideShape(stream) : {length: kind === LONG ? drawLong(stream) : drawLength(config, stream)}
  const rows = Math.min(
    shape.rows ?? drawRows(stream, USUAL_IN_ALL),
    roomFor(shape.length, shape.rows ? WIDE_WAYS.inAll : USUAL_IN_ALL),
  )
  return {rows, length: shape.length, starts: stream.int(2) === 1 ? rows : 1}
}

function wideShape(stream: Stream): {readonly length: number; readonly rows?: number} {
  const {
    steps,
    rows: {least, octaves},
  } = WIDE_WAYS
  return {length: drawWithin(steps, stream), rows: drawSize(stream, octaves, Math.log2(least))}
}

interface WaysShape {
  readonly rows: number
  readonly length: number
  readonly starts: number
}

/** What ways are drawn by, and of which numbers they are. */
interface Draws {
  readonly stream: Stream
  readonly types: NumberTypes
}

function drawWays(place: TrialPlace, {rows, length, starts}: WaysShape, draws: Draws): Ways {
  const {stream, types} = draws
  return {
    starts: drawStarts(place, starts, stream).map((state) => asHeld(types.states, state)),
    commands: Array.from({length: rows}, () => drawWay(place, length, draws)),
    types,
  }
}

function inWholeNumbers(ways: Ways): Ways {
  return {...ways, commands: ways.commands.map((way) => way.map((command) => command.map(Math.round)))}
}

/** Now and then where the one before begins, too: who looks up a row by its state finds another one. */
function drawStarts({environment}: TrialPlace, count: number, stream: Stream): Float64Array[] {
  const starts: Float64Array[] = []
  while (starts.length < count) {
    const before = stream.int(SHARED_EACH) === 0 ? starts.at(-1) : undefined
    starts.push(before ?? drawPlace(environment, WAYS_FROM, stream).state)
  }
  return starts
}

async function byBatch(
  subject: Subject,
  {environment}: TrialPlace,
  {starts, commands, types}: Ways,
  signal: AbortSignal,
): Promise<AnsweredStep[]> {
  const {stateSize, actionSize, key} = environment
  const length = commands[0]?.length ?? 0
  const request = {
    states: Tensor.of(types.states, [starts.length, stateSize], joined(starts, stateSize)),
    actions: Tensor.of(types.actions, [commands.length, length, actionSize], joined(commands.flat(), actionSize)),
    environment: key,
  }
  const type = floatTypeOf(subject)
  const {answer: path, lack} = await unlessBroken(async () => (await subject.predictBatch(request, signal)).toFloat64())
  const answered: AnsweredStep[] = []
  for (const [row, way] of commands.entries()) {
    let from = starts[row % starts.length]
    for (const [step, command] of way.entries()) {
      const at = (row * length + step) * stateSize
      const answer = path?.subarray(at, at + stateSize)
      const asked = `${step + 1} of ${length} steps into a way${wordsOfTypes(types)}`
      answered.push(...answeredStep(environment, command, {from, answer, lack, asked, type}))
      from = answer
    }
  }
  return answered
}

function joined(lists: readonly Float64Array[], size: number): Float64Array {
  const all = new Float64Array(lists.length * size)
  for (const [at, values] of lists.entries()) all.set(values, at * size)
  return all
}

/** Another way than all of these, or the first of them but for one number, as differences along coordinates are asked for. */
function drawLast(place: TrialPlace, {commands: [first = []]}: Ways, draws: Draws): Float64Array[] {
  const {stream, types} = draws
  if (stream.int(2) === 0) return drawWay(place, first.length, draws)
  const other = asHeld(types.actions, drawCommand(place.environment, WAYS_FROM, stream))
  const [changed, axis] = [stream.int(first.length), stream.int(other.length)]
  return first.map((command, step) =>
    step === changed ? command.map((value, at) => (at === axis ? (other[at] ?? value) : value)) : command,
  )
}

/** Commands of a way, each held as long as a planner holds it, or all the way. */
function drawWay(
  {environment, config: {action_block: block}}: TrialPlace,
  length: number,
  {stream, types}: Draws,
): Float64Array[] {
  let held: Float64Array = new Float64Array()
  const hold = stream.int(STEADY_EACH) === 0 ? length : block
  const from = stream.int(BEYOND_EACH) === 0 ? BEYOND : WAYS_FROM
  return Array.from({length}, (_, step) => {
    if (step % hold === 0) held = asHeld(types.actions, drawCommand(environment, from, stream))
    return held
  })
}
