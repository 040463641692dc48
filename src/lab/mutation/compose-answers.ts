import {environmentFor, environmentIn} from '#provider/adapter/analytic/model-provider'
import type {Provider, ScoreAnswer} from '#provider/model/provider'
import {hashedStream} from '#world/math/hashed-stream'
import {controlOf} from '#world/model/action'
import type {Environment} from '#world/model/environment'
import {decodeState, encodeState} from '#world/model/scene'
import {Tensor} from '#world/tensor/tensor'
import {slot} from '../adapter/spoil-provider.ts'

/** Where a step stands in what was asked: its row of so many, and its place on the way of so many. */
export interface WalkedPlace {
  readonly row: number
  readonly rows: number
  readonly step: number
  readonly steps: number
  readonly environment: Environment
}

/** What a walk makes of a step: `now` is where the exact rules end it, and is changed in place. */
export interface WalkedStep {
  readonly before: Float64Array
  readonly now: Float64Array
}

/** The exact provider whose predictions, single or together, are walked step by step with each step changed; scores stay right. */
export function walking(exact: Provider, change: (step: WalkedStep, place: WalkedPlace) => void): Provider {
  return {
    ...exact,
    predict({world_state, action, steps}) {
      const environment = environmentIn(world_state)
      const seen = decodeState(environment, world_state)
      const now = Float64Array.from(seen.state)
      for (let step = 0; step < steps; step++) {
        const before = now.slice()
        environment.advance(now, 0, controlOf(environment, before, action), 0)
        change({before, now}, {row: 0, rows: 1, step, steps, environment})
      }
      return {state: encodeState(environment, {...seen, state: now, step: seen.step + steps}, world_state)}
    },
    predictBatch({states, actions, environment: key}) {
      const environment = environmentFor(key)
      const {stateSize, actionSize} = environment
      const [rows = 0, steps = 0] = actions.shape
      const [from, commands] = [states.toFloat64(), actions.toFloat64()]
      const path = new Float64Array(rows * steps * stateSize)
      const now = new Float64Array(stateSize)
      const before = new Float64Array(stateSize)
      for (let row = 0, at = 0; row < rows; row++) {
        const start = from.length === stateSize ? 0 : row * stateSize
        now.set(from.subarray(start, start + stateSize))
        for (let step = 0; step < steps; step++, at += stateSize) {
          before.set(now)
          environment.advance(now, 0, commands, (row * steps + step) * actionSize)
          change({before, now}, {row, rows, step, steps, environment})
          path.set(now, at)
        }
      }
      return {states: Tensor.over([rows, steps, stateSize], path)}
    },
  }
}

/** Spoils a share of the score answers, always the same ones; `scores` are those of the answer. */
export function sometimesScoring(
  exact: Provider,
  rate: number,
  spoil: (answer: ScoreAnswer, scores: readonly number[]) => ScoreAnswer,
): Provider {
  return {
    ...exact,
    async score(request, context) {
      const answer = await slot(exact.score)(request, context)
      const scores = answer.scores instanceof Tensor ? [...answer.scores.toFloat64()] : [...answer.scores]
      const isSpoilt = hashedStream(Float64Array.from(scores)).uniform() < rate
      return isSpoilt ? spoil(answer, scores) : answer
    },
  }
}

/** Scales how far a walked step goes. */
export function goneBy({before, now}: WalkedStep, share: number): void {
  for (let entry = 0; entry < now.length; entry++) {
    const from = before[entry] ?? Number.NaN
    now[entry] = from + share * ((now[entry] ?? Number.NaN) - from)
  }
}

/** Sizes of flat commands `[rows, steps, size]`. */
export interface CommandShape {
  readonly rows: number
  readonly steps: number
  readonly size: number
}

/** The exact provider that hears other commands, in batches and when it scores; one command alone it hears well. */
export function hearing(
  exact: Provider,
  change: (commands: Float64Array, shape: CommandShape) => Float64Array,
): Provider {
  const heard = (given: Tensor) => {
    const [rows = 0, steps = 0, size = 0] = given.shape.slice(-3)
    return Tensor.of(given.dtype, given.shape, change(given.toFloat64(), {rows, steps, size}))
  }
  return {
    ...exact,
    predictBatch: (request, context) =>
      slot(exact.predictBatch)({...request, actions: heard(request.actions)}, context),
    score: (request, context) =>
      slot(exact.score)({...request, action_candidates: heard(request.action_candidates)}, context),
  }
}
