import type {FloatType} from '#provider/model/float-types'
import {seedStream} from '#random/stream'
import {wrap} from '#world/math/trigonometry'
import type {Environment} from '#world/model/environment'
import {spacingAt} from '../../kit/float-type.ts'
import {drawCommand, drawPlace} from '../../kit/places.ts'

/** How far a step may end from the true one, as a share of what a usual step moves that number by. */
const SHARE = 0.01
/** Steps that say what is usual. */
const SAMPLES = 512
/** Room for numbers of single precision and for noise that means nothing. */
const LEAST = 2e-5
/** How far a state or command is moved to see whether the truth hangs on it: less than 1e-5, up to which a body in a wall of two-room rests on its face. */
const NUDGE = 9e-6

/** By value, not by name: two worlds of one name may be under trial in one process. */
const known = new WeakMap<Environment, Float64Array>()

/** How far each number of a state may be off after a step, in its own unit. */
export function stepTolerance(environment: Environment): Float64Array {
  const found = known.get(environment) ?? toleranceOf(environment)
  known.set(environment, found)
  return found
}

/** The state a step later, under the exact rules. */
export function exactStep(environment: Environment, state: ArrayLike<number>, command: Float64Array): Float64Array {
  const next = new Float64Array(state)
  environment.advance(next, 0, command, 0)
  return next
}

/** The difference of two states, angles the short way round. */
export function stateDifference(
  environment: Environment,
  one: ArrayLike<number>,
  other: ArrayLike<number>,
): Float64Array {
  const difference = new Float64Array(one.length)
  for (let entry = 0; entry < one.length; entry++) difference[entry] = entryDifference(environment, one, other, entry)
  return difference
}

/** Where a step ends by the exact rules, and where it is said to end. */
export interface Ends {
  readonly truth: Float64Array
  readonly answer: ArrayLike<number>
}

/** Whether no number is further from the true one than its limit, and some room; what is no number is far. */
export function endsWithin(environment: Environment, {truth, answer}: Ends, limits: Float64Array, room = 0): boolean {
  for (let entry = 0; entry < truth.length; entry++) {
    const off = Math.abs(entryDifference(environment, truth, answer, entry))
    if (!(off <= (limits[entry] ?? 0) + room)) return false
  }
  return true
}

/** The difference of one number of two states, an angle the short way round. */
export function entryDifference(
  {angles}: Environment,
  one: ArrayLike<number>,
  other: ArrayLike<number>,
  entry: number,
): number {
  const raw = (one[entry] ?? Number.NaN) - (other[entry] ?? Number.NaN)
  return angles.includes(entry) ? wrap(raw) : raw
}

/** Whether the true step does not hang on the last digits of its question, as floats of a type have them: where it does, no answer is wrong. */
export function isStable(
  environment: Environment,
  state: Float64Array,
  command: Float64Array,
  type: FloatType,
): boolean {
  const truth = exactStep(environment, state, command)
  const limits = stepTolerance(environment)
  const holds = (from: Float64Array, how: Float64Array, by: number) =>
    endsWithin(environment, {truth, answer: exactStep(environment, from, how)}, limits, by > NUDGE ? by : 0)
  return (
    eachNudged(state, type, (values, by) => holds(values, command, by)) &&
    eachNudged(command, type, (values, by) => holds(state, values, by))
  )
}

/** Whether the end of several steps does not hang on the last digits of where they begin, up to what each of them may be off by. */
export function isEndStable(
  environment: Environment,
  state: Float64Array,
  {endFrom, steps}: {readonly endFrom: (from: Float64Array) => Float64Array; readonly steps: number},
): boolean {
  const truth = endFrom(state)
  const limits = stepTolerance(environment).map((limit) => steps * limit)
  return eachNudged(state, 'float64', (from) => endsWithin(environment, {truth, answer: endFrom(from)}, limits))
}

/** Whether all goes well with one of the numbers moved, up and down, by the least that may matter. */
function eachNudged(
  values: Float64Array,
  type: FloatType,
  holds: (moved: Float64Array, by: number) => boolean,
): boolean {
  for (let entry = 0; entry < values.length; entry++) {
    // Two that are rounded apart from each other.
    const by = Math.max(NUDGE, 2 * spacingAt(type, values[entry] ?? Number.NaN))
    if (!holds(moved(values, entry, -by), by) || !holds(moved(values, entry, by), by)) return false
  }
  return true
}

function moved(values: Float64Array, at: number, by: number): Float64Array {
  const copy = values.slice()
  copy[at] = (copy[at] ?? 0) + by
  return copy
}

function toleranceOf(environment: Environment): Float64Array {
  const stream = seedStream(`assay/1|0|${environment.key}|usual|0|noise`)
  const sums = new Float64Array(environment.stateSize)
  for (let sample = 0; sample < SAMPLES; sample++) {
    const {state} = drawPlace(environment, 'usual', stream)
    const next = exactStep(environment, state, drawCommand(environment, 'usual', stream))
    for (const [entry, value] of stateDifference(environment, next, state).entries())
      sums[entry] = (sums[entry] ?? 0) + value * value
  }
  return sums.map((sum) => Math.max(LEAST, SHARE * Math.sqrt(sum / SAMPLES)))
}
