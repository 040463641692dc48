import {seedStream} from '#random/stream'
import {Action} from '#world/model/action'
import {step} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {holdActions, rollOut} from '#world/model/rollout'
import {decodeState, encodeState} from '#world/model/scene'
import {Tensor} from '#world/tensor/tensor'
import {randomEntries} from '../kit/make-actions.ts'
import {dot, scaledDifference} from '../kit/state-error.ts'
import type {Subject} from '../model/subject.ts'
import {unlessRefused} from './ask-unless-refused.ts'
import type {VisitedSteps} from './collect-steps.ts'

/** Every how many visited steps one is asked for alone. */
const ALONE_EVERY = 4
/** Rows of a question in which each has a start of its own. */
const TOGETHER = [12, 512] as const
/** Candidates of a plan, as planners ask for them. */
const CANDIDATES = 96
const NO_ANSWER = new Float64Array()

/** Errors of steps added up, and how far the steps went. */
interface Sums {
  error: number
  moved: number
}

interface Asked {
  readonly subject: Subject
  readonly environment: Environment
  readonly visited: VisitedSteps
  readonly signal: AbortSignal
}

/** How far off steps and ways are: the root of the mean square error over that of the motion, in the way of asking where that is most. */
export async function measureSteps(asked: Asked): Promise<number> {
  const {capabilities, batched} = asked.subject
  const ways: Sums[] = []
  if (capabilities.includes('predict')) ways.push(await alone(asked))
  if (batched) {
    for (const rows of TOGETHER) ways.push(await together(asked, rows))
    ways.push(await inPlans(asked))
  }
  return Math.max(0, ...ways.map(({error, moved}) => Math.sqrt(error / moved)))
}

async function alone({subject, environment, visited, signal}: Asked): Promise<Sums> {
  const sums: Sums = {error: 0, moved: 0}
  const {goal} = environment.reset(seedStream(`harm|${environment.key}`), environment.strata[0])
  for (let at = 0; at < visited.count; at += ALONE_EVERY) {
    const {state, command} = stepAt(visited, environment, at)
    const request = {
      world_state: encodeState(environment, {state, goal, step: 0}),
      action: Action.control([...command]),
      steps: 1,
    }
    const answer = await unlessRefused(
      async () => decodeState(environment, await subject.predict(request, signal), 'provider').state,
    )
    add(sums, environment, {from: state, truth: step(environment, state, command), answer: answer ?? NO_ANSWER})
  }
  return sums
}

async function together({subject, environment, visited, signal}: Asked, rows: number): Promise<Sums> {
  const sums: Sums = {error: 0, moved: 0}
  const {stateSize, actionSize, key} = environment
  for (let first = 0; first + rows <= visited.count; first += rows) {
    const states = visited.states.subarray(first * stateSize, (first + rows) * stateSize)
    const commands = visited.commands.subarray(first * actionSize, (first + rows) * actionSize)
    const answer = await unlessRefused(async () =>
      (
        await subject.predictBatch(
          {
            states: Tensor.of('float64', [rows, stateSize], states),
            actions: Tensor.of('float64', [rows, 1, actionSize], commands),
            environment: key,
          },
          signal,
        )
      ).toFloat64(),
    )
    for (let row = 0; row < rows; row++) {
      const {state, command} = stepAt(visited, environment, first + row)
      const truth = step(environment, state, command)
      add(sums, environment, {from: state, truth, answer: partOf(answer, row, stateSize)})
    }
  }
  return sums
}

/** How far off whole ways are, over how far they lead. An answer's own states are no starts: nudged into a wall, the exact rules would throw them out of it. */
async function inPlans({subject, environment, visited, signal}: Asked): Promise<Sums> {
  const sums: Sums = {error: 0, moved: 0}
  const {stateSize, actionSize, horizon, block, key} = environment
  const steps = horizon * block
  const stream = seedStream(`harm|plans|${key}`)
  for (const start of visited.starts) {
    const actions = holdActions(randomEntries(environment, stream, CANDIDATES * horizon), actionSize, block)
    const truth = rollOut(environment, {states: start, actions, samples: CANDIDATES, steps})
    const request = {
      states: Tensor.of('float64', [1, stateSize], start),
      actions: Tensor.of('float64', [CANDIDATES, steps, actionSize], actions),
      environment: key,
    }
    const path = await unlessRefused(async () => (await subject.predictBatch(request, signal)).toFloat64())
    for (let at = 0; at < CANDIDATES * steps; at++) {
      const answered = {from: start, truth: partOf(truth, at, stateSize), answer: partOf(path, at, stateSize)}
      add(sums, environment, answered)
    }
  }
  return sums
}

interface Answered {
  readonly from: Float64Array
  readonly truth: Float64Array
  readonly answer: Float64Array
}

/** What is no answer is as wrong as to say that nothing moves. */
function add(sums: Sums, environment: Environment, {from, truth, answer}: Answered): void {
  const isAnswer = answer.length === truth.length && answer.every(Number.isFinite)
  const moved = squared(environment, from, truth)
  sums.moved += moved
  sums.error += isAnswer ? squared(environment, answer, truth) : moved
}

function squared(environment: Environment, one: Float64Array, other: Float64Array): number {
  const difference = scaledDifference(environment, {states: one, at: 0}, {states: other, at: 0})
  return dot(difference, difference)
}

function stepAt({states, commands}: VisitedSteps, {stateSize, actionSize}: Environment, at: number) {
  return {
    state: states.subarray(at * stateSize, (at + 1) * stateSize),
    command: commands.subarray(at * actionSize, (at + 1) * actionSize),
  }
}

function partOf(values: Float64Array | undefined, at: number, size: number): Float64Array {
  return values?.subarray(at * size, (at + 1) * size) ?? NO_ANSWER
}
