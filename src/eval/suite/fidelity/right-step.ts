import type {FloatType} from '#provider/model/float-types'
import type {Environment} from '#world/model/environment'
import {areHalves, halved, spacingAt} from '../../kit/float-type.ts'
import type {AnsweredStep} from './ask-unless-broken.ts'
import {endsWithin, entryDifference, exactStep, stepTolerance} from './step-tolerance.ts'

/**
 * Whether a step ends where the exact rules end it. Who states half precision, and answers such numbers, may round where a step begins and where it ends:
 * from there the exact rules must lead to the answer, up to the next number for each rounding. So may who rounds answers alone: a way goes on from finer numbers.
 */
export function isRightStep(environment: Environment, step: AnsweredStep, type: FloatType): boolean {
  const {truth, answer} = step
  if (answer === undefined || answer.length !== truth.length) return false
  if (endsWithin(environment, {truth, answer}, limitsOf(environment, step))) return true
  return type === 'float16' && areHalves(answer) && isHalfStep(environment, step)
}

/** Whether a step ends no further off than half precision would round it, whatever numbers are answered. */
export function isHalfStep(environment: Environment, step: AnsweredStep): boolean {
  const {from, command, truth, answer, before} = step
  if (answer === undefined || answer.length !== truth.length) return false
  const room = limitsOf(environment, step).map((one, entry) => one + roomOf(step, entry))
  // What the step before rounded off one number moves others in this one, by more than they are rounded.
  const begins = [from, ...(before ? [roundedStep(environment, before)] : [])]
  const ends = [truth, ...begins.map((begin) => roundedStep(environment, {from: begin, command}))]
  return ends.some((end) => endsWithin(environment, {truth: end, answer}, room)) || isFinerStep(environment, step, room)
}

/** Whether a step lies among those from states that are rounded to where it begins: who rounds answers alone goes on from one of them, and what was rounded off one number moves others. */
function isFinerStep(
  environment: Environment,
  {from, truth, answer, endFrom}: AnsweredStep,
  room: Float64Array,
): boolean {
  if (answer === undefined || endFrom === undefined) return false
  const ends = finerThan(from).map(endFrom)
  return truth.every((_, entry) => {
    const off = (end: ArrayLike<number>) => entryDifference(environment, end, truth, entry)
    const [offs, limit] = [ends.map(off), room[entry] ?? 0]
    return off(answer) >= Math.min(...offs) - limit && off(answer) <= Math.max(...offs) + limit
  })
}

/** A state, and the farthest ones that half precision rounds to it: one number off, or all of them. */
function finerThan(state: ArrayLike<number>): Float64Array[] {
  const most = Float64Array.from(state, (value) => spacingAt('float16', value) / 2)
  const offBy = (shareOf: (entry: number) => number) =>
    most.map((by, entry) => (state[entry] ?? Number.NaN) + shareOf(entry) * by)
  const sides = most.length * 2
  return [
    offBy(() => 0),
    ...Array.from({length: sides}, (_, at) => offBy((entry) => (entry === at >> 1 ? 1 - 2 * (at & 1) : 0))),
    ...Array.from({length: 2 ** most.length}, (_, corner) => offBy((entry) => 1 - 2 * ((corner >> entry) & 1))),
  ]
}

function limitsOf(environment: Environment, {steps = 1}: AnsweredStep): Float64Array {
  const limit = stepTolerance(environment)
  return steps === 1 ? limit : limit.map((one) => steps * one)
}

function roundedStep(environment: Environment, {from, command}: Pick<AnsweredStep, 'from' | 'command'>): Float64Array {
  return exactStep(environment, halved(from), halved(command))
}

function roomOf({from, truth, before}: AnsweredStep, entry: number): number {
  const size = Math.max(Math.abs(from[entry] ?? 0), Math.abs(truth[entry] ?? 0))
  return (before ? 2 : 1) * spacingAt('float16', size)
}
