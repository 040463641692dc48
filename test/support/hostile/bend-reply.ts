import {packMsgpack, unpackMsgpack} from '#provider/wire/msgpack'
import type {Stream} from '#random/stream'

/** A reply made from a good one. `isBad` where it breaks the contract by construction; else nobody knows before it is read. */
export interface BentReply {
  readonly how: string
  readonly bytes: Uint8Array
  readonly isBad: boolean
}

type Wire = Map<unknown, unknown>
type Bend = (array: Wire, keys: ArrayKeys, stream: Stream) => void

/** How a form of arrays calls its parts; the NumPy file of `npy` is bent by its bytes. */
interface ArrayKeys {
  readonly shape: string
  readonly dtype: string
  readonly data: string
  readonly mark: string
}

const FORMS: readonly ArrayKeys[] = [
  {mark: 'nd', dtype: 'type', shape: 'shape', data: 'data'},
  {mark: '__ndarray__', dtype: 'dtype', shape: 'shape', data: 'data'},
]

/** Each breaks one promise of an array of actions. */
const ARRAY_BENDS: Readonly<Record<string, Bend>> = {
  'another element type': (array, {dtype}, stream) =>
    set(array, dtype, pick(stream, ['|O', '>f4', '<c8', '<U4', '', 7])),
  'whole numbers': (array, {dtype}) => set(array, dtype, '<i4'),
  'a side too many': (array, {shape}) => set(array, shape, [...(get(array, shape) as number[]), 2]),
  'a negative side': (array, {shape}) => set(array, shape, [-1, -1, -80]),
  'a side of nothing': (array, {shape}) => set(array, shape, [0, 16, 5]),
  'a side beyond all memory': (array, {shape}) => set(array, shape, [2 ** 31, 2 ** 31]),
  'a shape of text': (array, {shape}) => set(array, shape, '1,16,5'),
  'bytes cut': (array, {data}, stream) => {
    const bytes = get(array, data) as Uint8Array
    set(array, data, bytes.subarray(0, stream.int(bytes.length)))
  },
  'bytes as text': (array, {data}) => set(array, data, 'AAAA'),
  'NaN among the numbers': (array, {data}, stream) => set(array, data, poisoned(get(array, data), Number.NaN, stream)),
  'infinity among the numbers': (array, {data}, stream) =>
    set(array, data, poisoned(get(array, data), Number.POSITIVE_INFINITY, stream)),
  'a mark that is not true': (array, {mark}, stream) => set(array, mark, pick(stream, [1, 'true', null])),
}

/** Whole messages that are no answer at all. */
const MESSAGES: Readonly<Record<string, unknown>> = {
  nil: null,
  'an empty map': {},
  'an empty list': [],
  'a list of nil': [null, null],
  'an error without a word': {error: ''},
  'an error': {error: 'out of memory'},
  'an error beside actions': {error: 'late', actions: 1},
  'a text': 'ok',
  'a number': 7,
}

/** One hostile reply after the other: about half break the contract by construction, the rest are good ones with bytes changed. */
export function bendReply(good: Uint8Array, stream: Stream): BentReply {
  const way = stream.int(10)
  if (way === 0) return {how: 'cut off', bytes: good.subarray(0, stream.int(good.length)), isBad: true}
  if (way === 1) return {how: 'goes on', bytes: Buffer.concat([good, good.subarray(0, 1 + stream.int(9))]), isBad: true}
  if (way === 2) return wholeMessage(stream)
  if (way <= 5) return bentArray(good, stream) ?? changedBytes(good, stream)
  return changedBytes(good, stream)
}

function wholeMessage(stream: Stream): BentReply {
  const how = pick(stream, Object.keys(MESSAGES))
  return {how, bytes: packMsgpack(MESSAGES[how]), isBad: true}
}

function bentArray(good: Uint8Array, stream: Stream): BentReply | undefined {
  const decoded = unpackMsgpack(good)
  const found = arraysIn(decoded)
  const chosen = found[stream.int(Math.max(1, found.length))]
  if (chosen === undefined) return undefined
  const how = pick(stream, Object.keys(ARRAY_BENDS))
  ARRAY_BENDS[how]?.(chosen.array, chosen.keys, stream)
  return {how, bytes: packMsgpack(decoded), isBad: true}
}

/** One to eight bytes become others, or a stretch is doubled or left out. */
function changedBytes(good: Uint8Array, stream: Stream): BentReply {
  const bytes = Buffer.from(good)
  const at = stream.int(bytes.length)
  const length = 1 + stream.int(8)
  const way = stream.int(4)
  if (way === 0)
    return {
      how: 'stretch left out',
      bytes: Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]),
      isBad: false,
    }
  if (way === 1)
    return {
      how: 'stretch doubled',
      bytes: Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]),
      isBad: false,
    }
  for (let change = 0; change < length; change++) bytes[stream.int(bytes.length)] = stream.int(256)
  return {how: 'bytes changed', bytes, isBad: false}
}

function arraysIn(value: unknown): {array: Wire; keys: ArrayKeys}[] {
  if (Array.isArray(value)) return value.flatMap(arraysIn)
  if (!(value instanceof Map)) return []
  const keys = FORMS.find(({mark}) => get(value, mark) === true)
  return keys === undefined ? [...value.values()].flatMap(arraysIn) : [{array: value, keys}]
}

function poisoned(data: unknown, value: number, stream: Stream): Uint8Array {
  const bytes = Buffer.from(data as Uint8Array)
  bytes.writeFloatLE(value, 4 * stream.int(bytes.length / 4))
  return bytes
}

function keyOf(map: Wire, name: string): unknown {
  return [...map.keys()].find((key) => key instanceof Uint8Array && Buffer.from(key).toString() === name)
}

function get(map: Wire, name: string): unknown {
  return map.get(keyOf(map, name))
}

function set(map: Wire, name: string, value: unknown): void {
  map.set(keyOf(map, name), value)
}

function pick<T>(stream: Stream, all: readonly T[]): T {
  return all[stream.int(all.length)] as T
}
