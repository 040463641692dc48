import {sha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import {seedStream} from '#random/stream'
import {Tensor} from '#world/tensor/tensor'
import type {BatchRequest, EmbedRequest, PolicyRequest, ScoreRequest} from '../../model/provider.ts'
import {digestValue} from '../../model/value-check.ts'

const ACTION_SHAPE: readonly number[] = [1, 16, 6]
const EMBEDDING_SIZE = 32

/** Each state plus the actions so far, entry by entry: `[N, H, D]`. */
export function mockRollout({states, actions}: BatchRequest): Tensor {
  const [samples = 0, horizon = 0, actionSize = 0] = actions.shape
  const [rows = 1, stateSize = 0] = states.shape
  const from = states.toFloat64()
  const by = actions.toFloat64()
  const path = new Float64Array(samples * horizon * stateSize)
  for (let at = 0; at < path.length; at++) {
    const entry = at % stateSize
    const step = Math.floor(at / stateSize)
    const sample = Math.floor(step / horizon)
    const before = step % horizon === 0 ? from[(rows === 1 ? 0 : sample) * stateSize + entry] : path[at - stateSize]
    path[at] = (before ?? 0) + (entry < actionSize ? (by[step * actionSize + entry] ?? 0) : 0)
  }
  return Tensor.of('float64', [samples, horizon, stateSize], path)
}

/** Throws `invalid_input` for a goal or state that is no list of numbers. */
export function checkScoreInfo({info}: ScoreRequest): void {
  for (const name of ['goal', 'state']) if (name === 'goal' || info[name] !== undefined) numbersOf(info[name], name)
}

/** Squared distance of where the summed actions lead to the goal; lower is better. */
export function mockScores({info, action_candidates}: ScoreRequest): number[] {
  const [, samples = 0, horizon = 0, actionSize = 0] = action_candidates.shape
  const goal = numbersOf(info['goal'], 'goal')
  const state = info['state'] === undefined ? [] : numbersOf(info['state'], 'state')
  const actions = action_candidates.toFloat64()
  const size = horizon * actionSize
  return Array.from({length: samples}, (_, sample) => {
    const moved = summed(actions.subarray(sample * size, (sample + 1) * size), actionSize)
    return goal.reduce((sum, aim, entry) => sum + ((state[entry] ?? 0) + (moved[entry] ?? 0) - aim) ** 2, 0)
  })
}

/** Actions in -1..1 drawn from the digest of the observation: equal observations, equal actions. */
export function mockActions({info}: PolicyRequest): Tensor {
  const stream = seedStream(`assay/1|${digestValue(info)}|mock|policy|actions`)
  const count = ACTION_SHAPE.reduce((product, side) => product * side, 1)
  return Tensor.of(
    'float32',
    ACTION_SHAPE,
    Array.from({length: count}, () => 2 * stream.uniform() - 1),
  )
}

/** 32 numbers in -1..1, the bytes of a SHA-256. */
export function mockEmbedding({text, frame}: EmbedRequest): number[] {
  const hex = (frame === undefined ? sha256(text ?? '') : frame.digest()).slice(7)
  return Array.from({length: EMBEDDING_SIZE}, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16) / 127.5 - 1)
}

function summed(actions: Float64Array, size: number): number[] {
  const sum = new Array<number>(size).fill(0)
  for (const [at, value] of actions.entries()) sum[at % size] = (sum[at % size] ?? 0) + value
  return sum
}

function numbersOf(value: unknown, name: string): number[] {
  const list: unknown[] = value instanceof Tensor ? [...value.toFloat64()] : Array.isArray(value) ? value.flat(8) : []
  if (list.length === 0 || !list.every((item) => typeof item === 'number')) {
    throw new AssayError('invalid_input', `info field ${name} is not a list of numbers`, {
      detail: {field: `info/${name}`},
    })
  }
  return list
}
