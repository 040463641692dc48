import type {FloatType} from '#provider/model/float-types'
import type {Environment} from '#world/model/environment'
import {areHalves, halved, spacingAt} from '../../kit/float-type.ts'
import type {AnsweredStep} from './ask-unless-broken.ts'
import {endsWithin, exactStep, stepTolerance} from './step-tolerance.ts'

/**
 * Whether a step ends where the exact rules end it. Who states half precision, and answers such numbers, may round where a step begins and where it ends:
 * from there the exact rules must lead to the answer, up to the next number for each rounding.
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
  return ends.some((end) => endsWithin(environment, {truth: end, answer}, room))
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
