import type {FloatType} from '#provider/model/float-types'
import {seedStream} from '#random/stream'
import {wrap} from '#world/math/trigonometry'
import type {Environment} from '#world/model/environment'
import {spacingAt} from '../../kit/float-type.ts'
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
  const next = Float64Array.from(state)
  environment.advance(next, 0, command, 0)
  return next
}

/** The difference of two states, angles the short way round. */
export function stateDifference({angles}: Environment, one: ArrayLike<number>, other: ArrayLike<number>): Float64Array {
  return Float64Array.from(one, (value, entry) => {
    const raw = value - (other[entry] ?? Number.NaN)
    return angles.includes(entry) ? wrap(raw) : raw
  })
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
  const isNear = (next: Float64Array, by: number) =>
    stateDifference(environment, next, truth).every(
      (value, entry) => Math.abs(value) <= (limits[entry] ?? 0) + (by > NUDGE ? by : 0),
    )
  const states = nudged(state, type).map(({by, values}) => ({by, next: exactStep(environment, values, command)}))
  const commands = nudged(command, type).map(({by, values}) => ({by, next: exactStep(environment, state, values)}))
  return [...states, ...commands].every(({next, by}) => isNear(next, by))
}

/** Numbers with one of them moved, up and down, by the least that may matter. */
function nudged(values: Float64Array, type: FloatType): {readonly by: number; readonly values: Float64Array}[] {
  return Array.from(values).flatMap((value, entry) => {
    // Two that are rounded apart from each other.
    const by = Math.max(NUDGE, 2 * spacingAt(type, value))
    return [-by, by].map((signed) => ({by, values: moved(values, entry, signed)}))
  })
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
