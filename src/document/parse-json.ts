import {printParseErrorCode, visit} from 'jsonc-parser'
import type {Entry, Parsed, Tree} from './tree.ts'

const STRICT = {disallowComments: true, allowTrailingComma: false, allowEmptyContent: false}
/** The parser calls itself for each level: a text of brackets alone would use up the stack. */
const MOST_LEVELS = 100

/** What the parser calls its errors, in words for people; any other is a value that is missing. */
const WORDS: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'expected a key in double quotes here',
  ColonExpected: 'expected : after the key',
  CommaExpected: 'expected a comma or the end of the list or object here',
  CloseBraceExpected: 'expected , or } here',
  CloseBracketExpected: 'expected , or ] here',
  EndOfFileExpected: 'has text after the end of the document',
  InvalidCommentToken: 'must not have comments',
  UnexpectedEndOfNumber: 'expected a digit after this',
  UnexpectedEndOfString: 'text has a raw line end or no closing quote',
  InvalidUnicode: 'text has a bad escape',
  InvalidEscapeCharacter: 'text has a bad escape',
  InvalidCharacter: 'text has a raw control character',
}

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
    return {tree: readTree(text), faults: []}
  } catch (error) {
    if (!(error instanceof Broken)) throw error
    return {tree: undefined, faults: [{rule: 'syntax', message: error.message, at: error.at, path: []}]}
  }
}

/** What is being filled: a list, or an object whose last key waits for its value. */
type Open =
  | {readonly kind: 'list'; readonly items: Tree[]}
  | {readonly kind: 'map'; readonly entries: Entry[]; key: string; keyAt: number}

/** Ends with the first error: what the parser makes of the rest is guessed. */
function readTree(text: string): Tree | undefined {
  const open: Open[] = []
  let root: Tree | undefined
  const put = (tree: Tree) => {
    const around = open.at(-1)
    if (around === undefined) root = tree
    else if (around.kind === 'list') around.items.push(tree)
    else around.entries.push({key: around.key, keyAt: around.keyAt, value: tree})
  }
  const enter = (one: Open, at: number) => {
    if (open.length > MOST_LEVELS) throw new Broken('is nested too deeply', at)
    put({...one, at})
    open.push(one)
  }
  const leave = () => void open.pop()
  visit(
    text,
    {
      onObjectBegin: (at) => enter({kind: 'map', entries: [], key: '', keyAt: -1}, at),
      onObjectProperty: (key, keyAt) => void Object.assign(open.at(-1) ?? {}, {key, keyAt}),
      onObjectEnd: leave,
      onArrayBegin: (at) => enter({kind: 'list', items: []}, at),
      onArrayEnd: leave,
      onLiteralValue: (value, at) => put({kind: 'leaf', value, at}),
      onError: (code, at) => {
        const missing = at < text.trimEnd().length ? 'expected a value here' : 'ends too early'
        throw new Broken(WORDS[printParseErrorCode(code)] ?? missing, at)
      },
    },
    STRICT,
  )
  return root
}
