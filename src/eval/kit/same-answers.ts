import type {FloatType} from '#provider/model/float-types'
import {type ContractProbe, probeCandidates, probeStart} from './contract-input.ts'
import {floatTypeOf} from './float-type.ts'
import {type NoiseRoom, noiseRoom} from './noise-room.ts'
import {isClosePath} from './tolerance.ts'

/** Two answers about candidates, those of each together. */
export type AnswerPair = readonly [ArrayLike<number>, ArrayLike<number>]

/**
 * Whether two answers to one question are the same: up to what roundings usually grow to, and where more of a candidate hangs on them, up to what they come to
 * there. `room` is worked out only for answers that differ.
 */
export function areSame([one, other]: AnswerPair, type: FloatType, room: () => Float64Array): boolean {
  if (one.length !== other.length) return false
  if (isClosePath(one, other, type)) return true
  const rooms = room()
  const size = one.length / rooms.length
  const cut = (values: ArrayLike<number>, candidate: number) =>
    Array.from({length: size}, (_, at) => values[candidate * size + at] ?? Number.NaN)
  return rooms.every((own, candidate) => isClosePath(cut(one, candidate), cut(other, candidate), type, own))
}

/** Two answers about all candidates of a case, in the order of `rows` where they were asked in another one. */
export function areSameAnswers(
  probe: Omit<ContractProbe, 'signal'>,
  pair: AnswerPair,
  {of, rows}: {readonly of: keyof NoiseRoom; readonly rows?: readonly number[]},
): boolean {
  return areSame(pair, floatTypeOf(probe.subject), () => {
    const room = noiseRoom({...probe, now: probeStart(probe), actions: probeCandidates(probe)})[of]
    return rows ? Float64Array.from(rows, (row) => room[row] ?? 0) : room
  })
}
