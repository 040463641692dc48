import {CANARY} from './contents.ts'

type Draw = (count: number) => number
type Mutation = (content: Uint8Array, draw: Draw) => Uint8Array

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: '\u0430',
  e: '\u0435',
  o: '\u043e',
  i: '\u0456',
  s: '\u0455',
  '"': '\u201d',
}

const MOST_LIST_CHARACTERS = 500_000

/** A change of the text; what is no UTF-8 comes in as replacement characters. */
const onText =
  (change: (text: string, draw: Draw) => string): Mutation =>
  (content, draw) =>
    Buffer.from(change(new TextDecoder('utf-8', {ignoreBOM: true}).decode(content), draw))

/** The first place behind a random one where the pattern stands, replaced. All matches of a long text would fill the memory. */
const atOne = (pattern: RegExp, made: (found: string, draw: Draw) => string) =>
  onText((text, draw) => {
    pattern.lastIndex = draw(text.length)
    const one = pattern.exec(text) ?? pattern.exec(text)
    return one ? text.slice(0, one.index) + made(one[0], draw) + text.slice(one.index + one[0].length) : `${text}x`
  })

const VALUE = /(?<=[:=,[] ?)(?:"[^"\n]*"|-?\d+(?:\.\d+)?|true|false|null)/g

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'bits flipped': (content, draw) => {
    const made = Uint8Array.from(content)
    for (let count = 1 + draw(3); count > 0; count--) {
      const at = draw(made.length)
      made[at] = (made[at] ?? 0) ^ (1 << draw(8))
    }
    return made
  },
  'cut off': (content, draw) => content.subarray(0, draw(content.length)),
  'a piece twice': (content, draw) => {
    const from = draw(content.length)
    const piece = content.subarray(from, from + 1 + draw(200))
    return Buffer.concat([content.subarray(0, from), piece, content.subarray(from)])
  },
  'a piece missing': (content, draw) => {
    const from = draw(content.length)
    return Buffer.concat([content.subarray(0, from), content.subarray(from + 1 + draw(50))])
  },
  'a line twice': atOne(/^.*\n/gm, (line) => line + line),
  'a line missing': atOne(/^.*\n/gm, () => ''),
  'lines in another order': onText((text, draw) => {
    const lines = text.split('\n')
    const [from, to] = [draw(lines.length), draw(lines.length)]
    const [moved = ''] = lines.splice(from, 1)
    return lines.toSpliced(to, 0, moved).join('\n')
  }),
  'a value nested': atOne(VALUE, (value, draw) => {
    const depth = 1 + draw(3_000)
    return '['.repeat(depth) + value + ']'.repeat(depth)
  }),
  'a huge number': atOne(
    VALUE,
    (_, draw) => ['1e999', '-1e308', '9'.repeat(400), '9007199254740993', '-0'][draw(5)] ?? '0',
  ),
  'a long text': atOne(VALUE, (_, draw) => `"${CANARY.repeat(1 + draw(5_000))}"`),
  'another kind of value': atOne(
    VALUE,
    (_, draw) => ['null', '{}', '[]', `"${CANARY}"`, '[[]]', 'true'][draw(6)] ?? '',
  ),
  'a long list': atOne(VALUE, (value, draw) => {
    // A long text may have been there before: the input shall be hostile, not the test.
    const most = Math.min(5_000, Math.ceil(MOST_LIST_CHARACTERS / value.length))
    return `[${`${value},`.repeat(1 + draw(most))}${value}]`
  }),
  'a look-alike': atOne(/[aeois"]/g, (letter) => LOOK_ALIKES[letter] ?? letter),
  'a surrogate': atOne(VALUE, () => `"\\ud83d${CANARY}"`),
  'an escape': atOne(VALUE, () => `"\\u0000\\u001b[2J${CANARY}"`),
  CRLF: onText((text) => text.replaceAll('\n', '\r\n')),
  'a byte order mark': onText((text) => `\ufeff${text}`),
  'a key twice': atOne(/"[^"\n]+": ?/g, (key) => `${key}"${CANARY}", ${key}`),
  'keys in another order': onText((text) => {
    try {
      return `${JSON.stringify(reversed(JSON.parse(text)), null, 2)}\n`
    } catch {
      return text.split('\n').reverse().join('\n')
    }
  }),
  'bytes that are no UTF-8': (content, draw) => {
    const at = draw(content.length)
    const bad = [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80]][draw(4)] ?? []
    return Buffer.concat([content.subarray(0, at), Buffer.from(bad), content.subarray(at)])
  },
}

const NAMES = Object.keys(MUTATIONS)

/** The content after one to three mutations, and what they were. */
export function mutated(content: Uint8Array, draw: Draw): {content: Uint8Array; how: string} {
  const how = Array.from({length: 1 + draw(3)}, () => NAMES[draw(NAMES.length)] ?? '')
  const made = how.reduce(
    (current, name) => (current.length === 0 ? current : (MUTATIONS[name]?.(current, draw) ?? current)),
    content,
  )
  return {content: made, how: how.join(', ')}
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  )
}
