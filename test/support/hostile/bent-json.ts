import type {Stream} from '#random/stream'

/** What a hostile server may put where something good was expected. */
const ODD: readonly unknown[] = [
  null,
  true,
  '',
  'error',
  -1,
  0,
  1e308,
  1e39,
  [],
  {},
  [[]],
  {error: ''},
  {__numpy__: 'AAAA', dtype: '|O', shape: [1]},
  {dtype: 'float32', shape: [-1], b64: 'AAAA'},
  {dtype: 'float32', shape: [2, 2], data: [1]},
  'x'.repeat(10_000),
]

/** A good JSON value as hostile text: a value, a key, an order or the bytes themselves changed. The same draws give the same text. */
export function bentText(good: unknown, stream: Stream): string {
  const text = JSON.stringify(good)
  switch (stream.int(8)) {
    case 0:
      return text.slice(0, stream.int(text.length))
    case 1:
      return flipped(text, stream)
    case 2:
      return text.replace(/-?\d+(\.\d+)?/g, (number) =>
        stream.int(20) === 0 ? pick(['NaN', 'Infinity', '1e999', '-', '01'], stream) : number,
      )
    case 3:
      return '['.repeat(1 + stream.int(100_000))
    case 4:
      return `${text}${pick(['\u0000', ',', text, '\n{"v":1}'], stream)}`
    case 5:
      return `{"__proto__":{"actions":1},${text.slice(1)}`
    default:
      return JSON.stringify(bentValue(good, stream, 0))
  }
}

function flipped(text: string, stream: Stream): string {
  const bytes = Buffer.from(text)
  for (let flips = 1 + stream.int(4); flips > 0; flips--) {
    const at = stream.int(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << stream.int(8))
  }
  return bytes.toString('latin1')
}

/** One node on the way down is replaced, dropped or doubled. */
function bentValue(value: unknown, stream: Stream, depth: number): unknown {
  if (typeof value !== 'object' || value === null || (depth > 0 && stream.int(3) === 0)) return pick(ODD, stream)
  if (Array.isArray(value)) {
    const at = stream.int(Math.max(1, value.length))
    if (stream.int(3) === 0) return value.toSpliced(at, 1)
    if (stream.int(3) === 0) return value.toSpliced(at, 0, value[at])
    return value.with(at % Math.max(1, value.length), bentValue(value[at], stream, depth + 1))
  }
  const keys = Object.keys(value)
  const key = pick(keys.length === 0 ? ['x'] : keys, stream)
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
  return stream.int(4) === 0 ? rest : {...rest, [key]: bentValue(Reflect.get(value, key), stream, depth + 1)}
}

function pick<T>(list: readonly T[], stream: Stream): T {
  const found = list[stream.int(list.length)]
  if (found === undefined) throw new Error('an empty list')
  return found
}
