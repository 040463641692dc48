import type {FloatType} from '#provider/model/float-types'
import type {Stream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import type {PlannerConfig} from '#world/planner/config'
import {drawSize} from '../../kit/drawn-sizes.ts'
import type {AnsweredStep} from './ask-unless-broken.ts'
import {isRightStep} from './right-step.ts'
import {exactStep, isStable} from './step-tolerance.ts'

/** The place of which the trials ask for ways as well. */
export const WAYS_FROM = 'usual'
/** The place of which some of them have commands. */
export const BEYOND = 'limit'
const LEAST_STEPS = 32
/** Drawn lengths are below two to this power. */
const SHORT = 5

/** Now and then a way is longer than plans are, up to far longer: nobody says that so many are too many. */
const LONG = {least: 33, most: 300} as const

/** Steps of a way that is longer than any plan, at most. */
export const LONGEST = LONG.most

/** Any number of steps that no plan has, each doubling as likely: what is cut short at a number is wrong for some time behind it. */
export function drawLong(stream: Stream): number {
  const {least, most} = LONG
  return Math.round(least * (most / least) ** stream.uniform())
}

/** Steps of the longest ways that are as plans have them: at least as far as plans look. */
export function mostSteps({horizon, action_block: block}: PlannerConfig): number {
  return Math.max(LEAST_STEPS, horizon * block)
}

/** Any length up to those that plans have. */
export function drawLength(config: PlannerConfig, stream: Stream): number {
  return Math.min(mostSteps(config), drawSize(stream, SHORT))
}

/** What was answered for a step of a way, and where the provider ended the one before. */
export interface ToldStep extends Pick<AnsweredStep, 'answer' | 'lack' | 'asked'> {
  readonly from: Float64Array | undefined
  readonly type: FloatType
  /** What the action commands elsewhere, where that depends on the state. */
  readonly commandAt?: (state: Float64Array) => Float64Array
}

const NOWHERE = 'the step before it ended in no numbers'

/** Nothing where a step ends elsewhere and the truth hangs on the last digits of where it begins. */
export function answeredStep(
  environment: Environment,
  command: Float64Array,
  {from, answer, lack, asked, type, commandAt = () => command}: ToldStep,
): AnsweredStep[] {
  if (from === undefined || !from.every(Number.isFinite)) {
    const nowhere = new Float64Array(environment.stateSize)
    return [{from: nowhere, command, truth: nowhere, answer: undefined, lack: lack ?? NOWHERE, asked}]
  }
  const endFrom = (state: Float64Array) => exactStep(environment, state, commandAt(state))
  const step = {from, command, truth: exactStep(environment, from, command), answer, lack, asked, endFrom}
  // Most steps end rightly, and then nothing more need be known of them.
  return isRightStep(environment, step, type) || isStable(environment, from, command, type) ? [step] : []
}
