import type {FloatType} from '#provider/model/float-types'
import {type ContractProbe, probeCandidates, probeStart} from './contract-input.ts'
import {floatTypeOf} from './float-type.ts'
import {type NoiseRoom, NoiseRooms} from './noise-room.ts'
import {isClosePath} from './tolerance.ts'

/** Two answers about candidates, those of each together. */
export type AnswerPair = readonly [ArrayLike<number>, ArrayLike<number>]

/**
 * Whether two answers to one question are the same: up to what roundings usually grow to, and where more of a candidate hangs on them, up to what they come to
 * there. `rooms` are worked out only for answers that differ, and wider ones where those before are too narrow.
 */
export function areSame([one, other]: AnswerPair, type: FloatType, rooms: () => Iterable<Float64Array>): boolean {
  if (one.length !== other.length) return false
  if (isClosePath(one, other, type)) return true
  for (const room of rooms()) {
    const size = one.length / room.length
    const cut = (values: ArrayLike<number>, candidate: number) =>
      Array.from({length: size}, (_, at) => values[candidate * size + at] ?? Number.NaN)
    if (room.every((own, candidate) => isClosePath(cut(one, candidate), cut(other, candidate), type, own))) return true
  }
  return false
}

/** Two answers about all candidates of a case, in the order of `rows` where they were asked in another one. */
export function areSameAnswers(
  probe: Omit<ContractProbe, 'signal'>,
  pair: AnswerPair,
  {of, rows}: {readonly of: keyof NoiseRoom; readonly rows?: readonly number[]},
): boolean {
  return areSame(pair, floatTypeOf(probe.subject), function* () {
    for (const {[of]: room} of roomsOf(probe)) yield rows ? Float64Array.from(rows, (row) => room[row] ?? 0) : room
  })
}

/** A case holds many answers against each other. */
const known = new WeakMap<object, NoiseRooms>()

function roomsOf(probe: Omit<ContractProbe, 'signal'>): NoiseRooms {
  const rooms =
    known.get(probe.key) ?? new NoiseRooms({...probe, now: probeStart(probe), actions: probeCandidates(probe)})
  known.set(probe.key, rooms)
  return rooms
}
