import {seedStream} from '#random/stream'
import {wrap} from '#world/math/trigonometry'
import type {Environment} from '#world/model/environment'
import {drawCommand, drawPlace} from './places.ts'

/** How far a step may end from the true one, as a share of what a usual step moves that number by. */
const SHARE = 0.01
/** Steps that say what is usual. */
const SAMPLES = 512
/** Room for numbers of single precision and for noise that means nothing. */
const LEAST = 2e-5
/** How far a state or command is moved to see whether the truth hangs on it. */
const NUDGE = 1e-5

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

/** Whether no number of a state is further from the other state's than a step may be off by; numbers that are none are far. */
export function isNear(environment: Environment, one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  const limits = stepTolerance(environment)
  for (let entry = 0; entry < one.length; entry++) {
    if (!(Math.abs(entryDifference(environment, one, other, entry)) <= (limits[entry] ?? 0))) return false
  }
  return true
}

function entryDifference(
  {angles}: Environment,
  one: ArrayLike<number>,
  other: ArrayLike<number>,
  entry: number,
): number {
  const raw = (one[entry] ?? Number.NaN) - (other[entry] ?? Number.NaN)
  return angles.includes(entry) ? wrap(raw) : raw
}

/** Whether the true step does not hang on the last digits of its question: where it does, no answer is wrong. */
export function isStable(environment: Environment, state: Float64Array, command: Float64Array): boolean {
  const truth = exactStep(environment, state, command)
  const holds = (from: Float64Array, how: Float64Array) => isNear(environment, exactStep(environment, from, how), truth)
  for (const by of [-NUDGE, NUDGE]) {
    for (let entry = 0; entry < state.length; entry++) if (!holds(moved(state, entry, by), command)) return false
    for (let axis = 0; axis < command.length; axis++) if (!holds(state, moved(command, axis, by))) return false
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
