/** Where a key and its value stand in a TOML text, and what is inside the value by key or index. */
export interface TomlPlace {
  readonly keyAt: number
  readonly at: number
  readonly inside: Map<string, TomlPlace>
  /** An array of tables: a header that names it goes on in its last table. */
  readonly isTables?: boolean
}

type Key = {readonly name: string; readonly at: number}
interface Cursor {
  readonly text: string
  readonly decode: (token: string) => string
  at: number
}

const BLANK = /(?:[ \t\r\n]|#[^\n]*)*/y
const KEY = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\n]*'|[A-Za-z0-9_-]+/y
const DOT = /[ \t]*\.[ \t]*/y
const EQUALS = /[ \t]*=[ \t]*/y
const SCALAR = new RegExp(
  [
    String.raw`"""[^"\\]*(?:(?:\\[^]|"{1,2}(?!"))[^"\\]*)*"{3,5}`,
    `'''[^']*(?:'{1,2}(?!')[^']*)*'{3,5}`,
    String.raw`"[^"\\\n]*(?:\\.[^"\\\n]*)*"`,
    String.raw`'[^'\n]*'`,
    String.raw`[^,\]}#\r\n]+`,
  ].join('|'),
  'y',
)

/**
 * Offsets of the keys and values of a text that the TOML parser, which reports none, has accepted. It never fails: what it
 * does not understand it leaves without a place.
 */
export function scanToml(text: string, decode: (token: string) => string): TomlPlace {
  const cursor: Cursor = {text, decode, at: 0}
  const root: TomlPlace = {keyAt: 0, at: 0, inside: new Map()}
  let table = root
  for (take(cursor, BLANK); cursor.at < text.length; take(cursor, BLANK)) {
    const before = cursor.at
    if (text[before] === '[') table = readHeader(cursor, root)
    else readPair(cursor, table)
    if (cursor.at === before) break
  }
  return root
}

function take(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at
  const found = pattern.exec(cursor.text)?.[0]
  cursor.at += found?.length ?? 0
  return found
}

function readHeader(cursor: Cursor, root: TomlPlace): TomlPlace {
  const isTables = take(cursor, /\[\[[ \t]*/y) !== undefined
  if (!isTables) take(cursor, /\[[ \t]*/y)
  const keys = readKeys(cursor)
  take(cursor, /[ \t]*\]{1,2}/y)
  const last = keys.pop()
  if (!last) return root
  const parent = descend(root, keys)
  if (!isTables) return enter(parent, last)
  const tables = put(parent, last, parent.inside.get(last.name) ?? {...placeOf(last, last.at), isTables})
  const table = placeOf(last, last.at)
  tables.inside.set(String(tables.inside.size), table)
  return table
}

function readPair(cursor: Cursor, table: TomlPlace): void {
  const keys = readKeys(cursor)
  const last = keys.pop()
  if (!last || take(cursor, EQUALS) === undefined) return
  const parent = descend(table, keys)
  const place = put(parent, last, placeOf(last, cursor.at))
  readValue(cursor, place)
}

function readKeys(cursor: Cursor): Key[] {
  const keys: Key[] = []
  do {
    const at = cursor.at
    const token = take(cursor, KEY)
    if (token !== undefined) keys.push({at, name: /^["']/.test(token) ? cursor.decode(token) : token})
  } while (take(cursor, DOT) !== undefined)
  return keys
}

function readValue(cursor: Cursor, place: TomlPlace): void {
  const open = cursor.text[cursor.at]
  if (open !== '[' && open !== '{') {
    take(cursor, SCALAR)
    return
  }
  const close = open === '[' ? ']' : '}'
  cursor.at += 1
  for (take(cursor, BLANK); cursor.at < cursor.text.length; take(cursor, /,/y), take(cursor, BLANK)) {
    if (cursor.text[cursor.at] === close) break
    const before = cursor.at
    if (open === '{') readPair(cursor, place)
    else readValue(cursor, put(place, {name: String(place.inside.size), at: before}, placeOf({at: before}, before)))
    take(cursor, BLANK)
    if (cursor.at === before) break
  }
  cursor.at += 1
}

function placeOf(key: Pick<Key, 'at'>, at: number): TomlPlace {
  return {keyAt: key.at, at, inside: new Map()}
}

function put(parent: TomlPlace, key: Key, place: TomlPlace): TomlPlace {
  parent.inside.set(key.name, place)
  return place
}

function enter(parent: TomlPlace, key: Key): TomlPlace {
  const found = parent.inside.get(key.name) ?? put(parent, key, placeOf(key, key.at))
  return found.isTables ? (found.inside.get(String(found.inside.size - 1)) ?? found) : found
}

function descend(from: TomlPlace, keys: readonly Key[]): TomlPlace {
  return keys.reduce(enter, from)
}
