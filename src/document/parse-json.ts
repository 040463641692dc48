import type {Entry, Parsed, Tree} from './tree.ts'

const SPACE = /[ \t\n\r]*/y
// Unrolled, so that a long string takes no backtracking stack.
const TEXT = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const WORD = /true|false|null/y
const MOST_LEVELS = 100

class Broken extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

/** Strict JSON with the offset of every key and value; unlike `JSON.parse` it keeps a key that is there twice. Source: RFC 8259. */
export function parseJson(text: string): Parsed {
  try {
    return {tree: readDocument(text), faults: []}
  } catch (error) {
    if (!(error instanceof Broken)) throw error
    return {tree: undefined, faults: [{rule: 'syntax', message: error.message, at: error.at, path: []}]}
  }
}

function readDocument(text: string): Tree {
  const cursor = cursorOn(text)
  const tree = readValue(cursor, 0)
  if (cursor.peek() !== '') throw new Broken('has text after the end of the document', cursor.at())
  return tree
}

interface Cursor {
  /** The next character after space; empty at the end. */
  peek(): string
  /** Steps over the pattern, if it is next. */
  take(pattern: RegExp): string | undefined
  at(): number
}

function cursorOn(text: string): Cursor {
  let offset = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = offset
    const found = pattern.exec(text)?.[0]
    offset += found?.length ?? 0
    return found
  }
  const peek = () => {
    take(SPACE)
    return text.charAt(offset)
  }
  return {peek, take, at: () => offset}
}

function readValue(cursor: Cursor, level: number): Tree {
  const next = cursor.peek()
  const at = cursor.at()
  if (level > MOST_LEVELS) throw new Broken('is nested too deeply', at)
  if (next === '{') return {kind: 'map', at, entries: readItems(cursor, ['{', '}'], () => readEntry(cursor, level))}
  if (next === '[') return {kind: 'list', at, items: readItems(cursor, ['[', ']'], () => readValue(cursor, level + 1))}
  if (next === '"') return {kind: 'leaf', at, value: readText(cursor)}
  const word = cursor.take(WORD) ?? cursor.take(NUMBER)
  if (word === undefined) throw new Broken(next ? 'expected a value here' : 'ends too early', at)
  return {kind: 'leaf', at, value: JSON.parse(word)}
}

function readEntry(cursor: Cursor, level: number): Entry {
  if (cursor.peek() !== '"') throw new Broken('expected a key in double quotes here', cursor.at())
  const keyAt = cursor.at()
  const key = readText(cursor)
  if (cursor.peek() !== ':') throw new Broken('expected : after the key', cursor.at())
  cursor.take(/:/y)
  return {key, keyAt, value: readValue(cursor, level + 1)}
}

function readItems<Item>(cursor: Cursor, [open, close]: readonly [string, string], readItem: () => Item): Item[] {
  cursor.take(open === '{' ? /\{/y : /\[/y)
  const items: Item[] = []
  if (cursor.peek() !== close) {
    items.push(readItem())
    while (cursor.peek() === ',') {
      cursor.take(/,/y)
      items.push(readItem())
    }
  }
  if (cursor.peek() !== close) throw new Broken(`expected , or ${close} here`, cursor.at())
  cursor.take(close === '}' ? /\}/y : /\]/y)
  return items
}

function readText(cursor: Cursor): string {
  const at = cursor.at()
  const token = cursor.take(TEXT)
  if (token === undefined) throw new Broken('text has a bad escape, a raw line end or no closing quote', at)
  return JSON.parse(token)
}
