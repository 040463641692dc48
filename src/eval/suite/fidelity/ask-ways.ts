import {episodeLabel, type Stream, seedStream} from '#random/stream'
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
  return (batched ? 2 * PLANNED + 2 ** OCTAVES + 1 : 2) * mostSteps(config)
}

/**
 * Every step of ways, each held against the exact step from where the provider itself said that the one before ended: errors do not add up, and what
 * is only wrong far into a question, or in questions of some length, shows.
 */
export async function askWays(subject: Subject, place: TrialPlace, signal: AbortSignal): Promise<AnsweredStep[]> {
  const inOneCall = await askInOneCall(subject, place, signal)
  if (!subject.batched) return inOneCall
  const stream = seedStream(`${episodeLabel(place.key, 'noise')}|ways`)
  const planned = drawWays(place, {rows: PLANNED, length: mostSteps(place.config), starts: 1}, stream)
  const rows = Math.min(drawSize(stream, OCTAVES), mostAtOnce(subject))
  const drawn = {rows, length: drawLength(place.config, stream), starts: stream.int(2) === 0 ? 1 : rows}
  // It differs in its last way alone: who takes it for the question before answers that one.
  const last = drawWay(place, mostSteps(place.config), stream)
  const alike = {...planned, commands: [...planned.commands.slice(0, -1), last]}
  return [
    ...(await byBatch(subject, place, planned, signal)),
    ...(await byBatch(subject, place, alike, signal)).slice(-last.length),
    ...(await byBatch(subject, place, drawWays(place, drawn, stream), signal)),
    ...inOneCall,
  ]
}

/** Commands of every step of some ways, and the states they begin in: one for all, or one for each. */
interface Ways {
  readonly starts: readonly Float64Array[]
  readonly commands: readonly (readonly number[][])[]
}

function drawWays(
  place: TrialPlace,
  {rows, length, starts}: {readonly rows: number; readonly length: number; readonly starts: number},
  stream: Stream,
): Ways {
  return {
    starts: Array.from({length: starts}, () => drawPlace(place.environment, WAYS_FROM, stream).state),
    commands: Array.from({length: rows}, () => drawWay(place, length, stream)),
  }
}

async function byBatch(
  subject: Subject,
  {environment}: TrialPlace,
  {starts, commands}: Ways,
  signal: AbortSignal,
): Promise<AnsweredStep[]> {
  const {stateSize, actionSize, key} = environment
  const length = commands[0]?.length ?? 0
  const request = {
    states: Tensor.of(
      'float64',
      [starts.length, stateSize],
      starts.flatMap((state) => [...state]),
    ),
    actions: Tensor.of('float64', [commands.length, length, actionSize], commands.flat(2)),
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
function drawWay({environment, config: {action_block: block}}: TrialPlace, length: number, stream: Stream): number[][] {
  let held: number[] = []
  return Array.from({length}, (_, step) => {
    if (step % block === 0) held = [...drawCommand(environment, WAYS_FROM, stream)]
    return held
  })
}
