import {type EpisodeKey, episodeLabel, type Stream, seedStream} from '#random/stream'
import {Action} from '#world/model/action'
import type {Environment} from '#world/model/environment'
import {decodeState} from '#world/model/scene'
import type {Situation} from '#world/model/situation'
import {takesTargets} from '../../kit/contract-input.ts'
import {floatTypeOf} from '../../kit/float-type.ts'
import {drawCommand, drawPlace} from '../../kit/places.ts'
import {SHAKEN} from '../../kit/shaken-rules.ts'
import type {TrialPlace} from '../../kit/state-trial.ts'
import type {Subject} from '../../model/subject.ts'
import {type AnsweredStep, unlessBroken} from './ask-unless-broken.ts'
import {isRightStep} from './right-step.ts'
import {sceneOf} from './scene-of.ts'
import {endsWithin, exactStep, isEndStable, stepTolerance} from './step-tolerance.ts'
import {commandUnder, drawTarget, unsaidIn} from './targets.ts'
import {answeredStep, BEYOND, drawLength, drawLong, mostSteps, WAYS_FROM} from './ways.ts'

/** A way of many steps may hang on a digit that only comes on its way: as noise puts it there, so often. */
const SHAKES = 64
/** In one trial of so many the way is longer than plans are, and goes on under a command that leads nowhere far. */
const LONG_EACH = 3
const GENTLE = 0.05
/** One command of so many lies beyond what the rules let through. */
const BEYOND_EACH = 4

/**
 * Where so many steps under one action end, asked for in one call, and the last of them from where the provider ends those before: under a command,
 * towards a target, or with no command.
 */
export async function askInOneCall(
  subject: Subject,
  {environment, key, config}: TrialPlace,
  signal: AbortSignal,
): Promise<AnsweredStep[]> {
  if (!subject.capabilities.includes('predict')) return []
  const stream = seedStream(`${episodeLabel(key, 'noise')}|one-call`)
  const start = {...drawPlace(environment, WAYS_FROM, stream), step: 0}
  const isLong = stream.int(LONG_EACH) === 0
  const action = drawAction(subject, environment, {start, key, stream, share: isLong ? GENTLE : 1})
  const world = sceneOf(environment, start, stream)
  const endOf = (steps: number) =>
    unlessBroken(async () => {
      const request = {world_state: world, action, steps}
      return decodeState(environment, await subject.predict(request, signal), 'provider').state
    })
  const planned = stream.int(2) === 0 ? mostSteps(config) : Math.max(2, drawLength(config, stream))
  const length = isLong ? drawLong(stream) : planned
  const {answer: from, lack: lackBefore} = await endOf(length - 1)
  const {answer, lack = lackBefore} = await endOf(length)
  // A servo looks at where it is before every step.
  const command = commandUnder(environment, from ?? start.state, action)
  const asked = `for the end of ${length} steps of ${action.type}${unsaidIn(action)} in one call`
  const type = floatTypeOf(subject)
  const walk = walkUnder(environment, action, stream)
  const commandAt = (state: Float64Array) => commandUnder(environment, state, action)
  const last = answeredStep(environment, command, {from, answer, lack, asked, type, commandAt}).filter(
    (step) => isRightStep(environment, step, type) || isLastStable(environment, start.state, {walk, steps: length}),
  )
  if (type === 'float16') return last
  return [...last, ...wholeWay(environment, start.state, {command, walk, steps: length, answer, lack, asked})]
}

/** Where so many steps from a state end by the exact rules, each of them shaken by so much. */
type Walk = (from: Float64Array, steps: number, shaken?: number) => Float64Array

function walkUnder(environment: Environment, action: Action, stream: Stream): Walk {
  return (from, steps, shaken = 0) => {
    let end = from
    for (let step = 0; step < steps; step++) {
      end = exactStep(environment, end, commandUnder(environment, end, action))
      if (shaken > 0) end = end.map((value) => value + shaken * (2 * stream.uniform() - 1))
    }
    return end
  }
}

/** Whether two ways of which one is a step longer end a step apart whatever noise each of them has, which are two calls. */
function isLastStable(
  environment: Environment,
  start: Float64Array,
  {walk, steps}: {readonly walk: Walk; readonly steps: number},
): boolean {
  return Array.from({length: SHAKES}).every(() => {
    const truth = walk(walk(start, steps - 1, SHAKEN), 1)
    return endsWithin(environment, {truth, answer: walk(start, steps, SHAKEN)}, stepTolerance(environment))
  })
}

/** All of the way as one step, each of its steps as far off as one may be; nothing where it ends elsewhere and the truth hangs on last digits. */
function wholeWay(
  environment: Environment,
  start: Float64Array,
  {walk, ...told}: Pick<AnsweredStep, 'command' | 'answer' | 'lack' | 'asked'> & {steps: number; walk: Walk},
): AnsweredStep[] {
  const {steps} = told
  const whole = {...told, from: start, truth: walk(start, steps)}
  const isEndOf = (answer: Float64Array) => isRightStep(environment, {...whole, answer}, 'float64')
  if (isRightStep(environment, whole, 'float64')) return [whole]
  if (!isEndStable(environment, start, {endFrom: (state) => walk(state, steps), steps})) return []
  return Array.from({length: SHAKES}, () => walk(start, steps, SHAKEN)).every(isEndOf) ? [whole] : []
}

/** A command in every second trial, else whatever the provider says that it takes. */
function drawAction(
  subject: Subject,
  environment: Environment,
  {start, key, stream, share}: {start: Situation; key: EpisodeKey; stream: Stream; share: number},
): Action {
  const from = stream.int(BEYOND_EACH) === 0 ? BEYOND : WAYS_FROM
  const command = () => Action.control([...drawCommand(environment, from, stream)].map((value) => share * value))
  const others = [
    ...(takesTargets(subject, environment) ? [() => drawTarget(environment, {now: start, key, set: 'ways'})] : []),
    ...(subject.descriptor.action_types?.includes('noop') ? [() => Action.noop()] : []),
  ]
  return stream.int(2) === 0 ? command() : (others[stream.int(Math.max(1, others.length))] ?? command)()
}
