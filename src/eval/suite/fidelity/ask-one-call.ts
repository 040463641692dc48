import {type EpisodeKey, episodeLabel, type Stream, seedStream} from '#random/stream'
import {Action} from '#world/model/action'
import type {Environment} from '#world/model/environment'
import {decodeState} from '#world/model/scene'
import type {Situation} from '#world/model/situation'
import {floatTypeOf} from '../../kit/float-type.ts'
import {drawCommand, drawPlace} from '../../kit/places.ts'
import type {TrialPlace} from '../../kit/state-trial.ts'
import type {Subject} from '../../model/subject.ts'
import {type AnsweredStep, unlessBroken} from './ask-unless-broken.ts'
import {sceneOf} from './scene-of.ts'
import {exactStep, isEndStable} from './step-tolerance.ts'
import {commandUnder, drawTarget, takesTargets} from './targets.ts'
import {answeredStep, drawLength, mostSteps, WAYS_FROM} from './ways.ts'

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
  const action = drawAction(subject, environment, {start, key, stream})
  const world = sceneOf(environment, start, stream)
  const endOf = (steps: number) =>
    unlessBroken(async () => {
      const request = {world_state: world, action, steps}
      return decodeState(environment, await subject.predict(request, signal), 'provider').state
    })
  const length = stream.int(2) === 0 ? mostSteps(config) : Math.max(2, drawLength(config, stream))
  const [from, answer] = [await endOf(length - 1), await endOf(length)]
  // A servo looks at where it is before every step.
  const command = commandUnder(environment, from ?? start.state, action)
  const asked = `for the end of ${length} steps of ${action.type} in one call`
  const type = floatTypeOf(subject)
  const last = answeredStep(environment, command, {from, answer, asked, type})
  if (type === 'float16') return last
  const whole = exactWay(environment, start.state, {action, steps: length})
  return [...last, ...(whole ? [{...whole, answer, asked}] : [])]
}

/** All of the way as one step, each of its steps as far off as one may be; undefined where its end hangs on the last digits of its start. */
function exactWay(
  environment: Environment,
  start: Float64Array,
  {action, steps}: {readonly action: Action; readonly steps: number},
): Omit<AnsweredStep, 'answer' | 'asked'> | undefined {
  const endFrom = (state: Float64Array) => {
    let end = state
    for (let step = 0; step < steps; step++) end = exactStep(environment, end, commandUnder(environment, end, action))
    return end
  }
  if (!isEndStable(environment, start, {endFrom, steps})) return undefined
  return {from: start, command: commandUnder(environment, start, action), truth: endFrom(start), steps}
}

/** A command in every second trial, else whatever the provider says that it takes. */
function drawAction(
  subject: Subject,
  environment: Environment,
  {start, key, stream}: {readonly start: Situation; readonly key: EpisodeKey; readonly stream: Stream},
): Action {
  const command = () => Action.control([...drawCommand(environment, WAYS_FROM, stream)])
  const others = [
    ...(takesTargets(subject, environment) ? [() => drawTarget(environment, {now: start, key, set: 'ways'})] : []),
    ...(subject.descriptor.action_types?.includes('noop') ? [() => Action.noop()] : []),
  ]
  return stream.int(2) === 0 ? command() : (others[stream.int(Math.max(1, others.length))] ?? command)()
}
