import {episodeLabel, type Stream, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import type {PlannerConfig} from '#world/planner/config'
import {Tensor} from '#world/tensor/tensor'
import {drawSize} from '../../kit/drawn-sizes.ts'
import {mostAtOnce} from '../../kit/evaluate-candidates.ts'
import {floatTypeOf} from '../../kit/float-type.ts'
import {drawCommand, drawPlace} from '../../kit/places.ts'
import type {TrialPlace} from '../../kit/state-trial.ts'
import type {Subject} from '../../model/subject.ts'
import {askInOneCall} from './ask-one-call.ts'
import {type AnsweredStep, unlessBroken} from './ask-unless-broken.ts'
import {answeredStep, drawLength, mostSteps, WAYS_FROM} from './ways.ts'

/** A drawn number of ways in one question is below two to this power. */
const OCTAVES = 5

/** As many from one state, as planners ask for candidates, as long as plans look. */
const PLANNED = 4

/** How many steps the ways of a trial take, at most. */
export function waySteps({batched}: Pick<Subject, 'batched'>, config: PlannerConfig): number {
  return (batched ? PLANNED + 2 ** OCTAVES + 1 : 2) * mostSteps(config)
}

/**
 * Every step of ways, each held against the exact step from where the provider itself said that the one before ended: errors do not add up, and what
 * is only wrong far into a question, or in questions of some length, shows.
 */
export async function askWays(subject: Subject, place: TrialPlace, signal: AbortSignal): Promise<AnsweredStep[]> {
  const inOneCall = await askInOneCall(subject, place, signal)
  if (!subject.batched) return inOneCall
  const stream = seedStream(`${episodeLabel(place.key, 'noise')}|ways`)
  const planned = {rows: PLANNED, length: mostSteps(place.config), starts: 1}
  const rows = Math.min(drawSize(stream, OCTAVES), mostAtOnce(subject))
  const drawn = {rows, length: drawLength(place.config, stream), starts: stream.int(2) === 0 ? 1 : rows}
  return [
    ...(await byBatch(subject, place, {...planned, stream}, signal)),
    ...(await byBatch(subject, place, {...drawn, stream}, signal)),
    ...inOneCall,
  ]
}

/** How many ways, how long, and from how many states: from one, or each from its own. */
interface Ways {
  readonly rows: number
  readonly length: number
  readonly starts: number
  readonly stream: Stream
}

async function byBatch(
  subject: Subject,
  {environment, config}: TrialPlace,
  {rows, length, starts: count, stream}: Ways,
  signal: AbortSignal,
): Promise<AnsweredStep[]> {
  const {stateSize, actionSize, key} = environment
  const starts = Array.from({length: count}, () => drawPlace(environment, WAYS_FROM, stream).state)
  const commands = Array.from({length: rows}, () => drawWay(environment, {config, length}, stream))
  const request = {
    states: Tensor.of(
      'float64',
      [starts.length, stateSize],
      starts.flatMap((state) => [...state]),
    ),
    actions: Tensor.of('float64', [rows, length, actionSize], commands.flat(2)),
    environment: key,
  }
  const type = floatTypeOf(subject)
  const path = await unlessBroken(async () => (await subject.predictBatch(request, signal)).toFloat64())
  return commands.flatMap((way, row) =>
    way.flatMap((command, step): AnsweredStep[] => {
      const at = (row * length + step) * stateSize
      const from = step === 0 ? starts[row % starts.length] : path?.slice(at - stateSize, at)
      const asked = `${step + 1} of ${length} steps into a way`
      return answeredStep(environment, Float64Array.from(command), {
        from,
        answer: path?.subarray(at, at + stateSize),
        asked,
        type,
      })
    }),
  )
}

/** Commands of a way, each held as long as a planner holds it. */
function drawWay(
  environment: Environment,
  {config: {action_block: block}, length}: {readonly config: PlannerConfig; readonly length: number},
  stream: Stream,
): number[][] {
  let held: number[] = []
  return Array.from({length}, (_, step) => {
    if (step % block === 0) held = [...drawCommand(environment, WAYS_FROM, stream)]
    return held
  })
}
