import type {FloatType} from '#provider/model/float-types'
import {episodeLabel, type Stream, seedStream} from '#random/stream'
import {Action} from '#world/model/action'
import type {Environment} from '#world/model/environment'
import {decodeState, encodeState} from '#world/model/scene'
import type {Start} from '#world/model/situation'
import type {PlannerConfig} from '#world/planner/config'
import {Tensor} from '#world/tensor/tensor'
import {floatTypeOf} from '../../kit/float-type.ts'
import type {TrialPlace} from '../../kit/state-trial.ts'
import type {Subject} from '../../model/subject.ts'
import {type AnsweredStep, unlessBroken} from './ask-unless-broken.ts'
import {drawCommand, drawPlace} from './places.ts'
import {exactStep, isStable} from './step-tolerance.ts'

/** The place of which the trials ask for ways as well. */
export const WAYS_FROM = 'usual'
/** Ways from one state in one question, as planners ask for candidates. */
const WAYS = 4
const LEAST_STEPS = 32

/** Steps of a way: at least as far as plans look. */
function lengthOf({horizon, action_block: block}: PlannerConfig): number {
  return Math.max(LEAST_STEPS, horizon * block)
}

/** How many steps the ways of a trial take. */
export function waySteps({batched}: Pick<Subject, 'batched'>, config: PlannerConfig): number {
  return (batched ? WAYS + 2 : 2) * lengthOf(config)
}

/**
 * Every step of long ways, each held against the exact step from where the provider itself said that the one before ended: errors do not add up, and what
 * is only wrong far into a question shows.
 */
export async function askWays(subject: Subject, place: TrialPlace, signal: AbortSignal): Promise<AnsweredStep[]> {
  const {environment, key} = place
  const stream = seedStream(`${episodeLabel(key, 'noise')}|ways`)
  const start = drawPlace(environment, WAYS_FROM, stream)
  const ways = subject.batched ? await byBatch(subject, {place, start, stream}, signal) : []
  return [...ways, ...(await inOneCall(subject, {place, start, stream}, signal))]
}

interface Beginning {
  readonly place: TrialPlace
  readonly start: Start
  readonly stream: Stream
}

async function byBatch(
  subject: Subject,
  {place: {environment, config}, start, stream}: Beginning,
  signal: AbortSignal,
): Promise<AnsweredStep[]> {
  const {stateSize, actionSize, key} = environment
  const length = lengthOf(config)
  const commands = Array.from({length: WAYS}, () => drawWay(environment, config, stream))
  const request = {
    states: Tensor.of('float64', [1, stateSize], start.state),
    actions: Tensor.of('float64', [WAYS, length, actionSize], commands.flat(2)),
    environment: key,
  }
  const type = floatTypeOf(subject)
  const path = await unlessBroken(async () => (await subject.predictBatch(request, signal)).toFloat64())
  return commands.flatMap((way, row) =>
    way.flatMap((command, step): AnsweredStep[] => {
      const at = (row * length + step) * stateSize
      const from = step === 0 ? start.state : path?.slice(at - stateSize, at)
      const told = {from, answer: path?.subarray(at, at + stateSize), asked: `${step + 1} steps into a way`, type}
      return answered(environment, Float64Array.from(command), told)
    }),
  )
}

/** The last step of so many under one command, each end asked for in one call. */
async function inOneCall(
  subject: Subject,
  {place: {environment, config}, start, stream}: Beginning,
  signal: AbortSignal,
): Promise<AnsweredStep[]> {
  if (!subject.capabilities.includes('predict')) return []
  const command = drawCommand(environment, WAYS_FROM, stream)
  const world = encodeState(environment, {...start, step: 0})
  const endOf = (steps: number) =>
    unlessBroken(async () => {
      const request = {world_state: world, action: Action.control([...command]), steps}
      return decodeState(environment, await subject.predict(request, signal), 'provider').state
    })
  const length = lengthOf(config)
  const [from, answer] = [await endOf(length - 1), await endOf(length)]
  return answered(environment, command, {
    from,
    answer,
    asked: `for the end of ${length} steps in one call`,
    type: floatTypeOf(subject),
  })
}

interface Told extends Pick<AnsweredStep, 'answer' | 'asked'> {
  readonly from: Float64Array | undefined
  readonly type: FloatType
}

/** Nothing where the truth hangs on the last digits of where the step begins. */
function answered(environment: Environment, command: Float64Array, {from, answer, asked, type}: Told): AnsweredStep[] {
  if (from === undefined || !from.every(Number.isFinite)) {
    const nowhere = new Float64Array(environment.stateSize)
    return [{from: nowhere, command, truth: nowhere, answer: undefined, asked}]
  }
  if (!isStable(environment, from, command, type)) return []
  return [{from, command, truth: exactStep(environment, from, command), answer, asked}]
}

/** Commands of a way, each held as long as a planner holds it. */
function drawWay(environment: Environment, config: PlannerConfig, stream: Stream): number[][] {
  const {action_block: block} = config
  let held: number[] = []
  return Array.from({length: lengthOf(config)}, (_, step) => {
    if (step % block === 0) held = [...drawCommand(environment, WAYS_FROM, stream)]
    return held
  })
}
