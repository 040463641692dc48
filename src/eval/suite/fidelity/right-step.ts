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
  const {from, command, truth, answer, steps = 1} = step
  if (answer === undefined || answer.length !== truth.length) return false
  const limit = stepTolerance(environment)
  const limits = steps === 1 ? limit : limit.map((one) => steps * one)
  if (endsWithin(environment, {truth, answer}, limits)) return true
  if (type !== 'float16' || !areHalves(answer)) return false
  const room = limits.map((one, entry) => one + roomOf(step, entry))
  const rounded = exactStep(environment, halved(from), halved(command))
  return [truth, rounded].some((end) => endsWithin(environment, {truth: end, answer}, room))
}

function roomOf({from, truth, roundings = 1}: AnsweredStep, entry: number): number {
  const size = Math.max(Math.abs(from[entry] ?? 0), Math.abs(truth[entry] ?? 0))
  return roundings * spacingAt('float16', size)
}
