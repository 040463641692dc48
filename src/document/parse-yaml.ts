import {CST, isAlias, isMap, isNode, isScalar, isSeq, Lexer, type ParsedNode, parseDocument, type YAMLError} from 'yaml'
import type {Entry, Fault, Parsed, Tree} from './tree.ts'

const WORDS: Readonly<Record<string, readonly [rule: string, message: string]>> = {
  MULTIPLE_DOCS: ['yaml_documents', 'must be one document'],
  MULTIPLE_ANCHORS: ['yaml_anchor', 'must not have anchors'],
  TAG_RESOLVE_FAILED: ['yaml_tag', 'must not have tags'],
  MULTIPLE_TAGS: ['yaml_tag', 'must not have tags'],
  NON_STRING_KEY: ['kind', 'a key must be plain text'],
  TAB_AS_INDENT: ['syntax', 'must be indented with spaces'],
  BAD_INDENT: ['syntax', 'has a wrong indent, or a bracket before it is not closed'],
  MISSING_CHAR: ['syntax', 'lacks a sign: a closing quote, a comma, or the colon after a key'],
  BLOCK_AS_IMPLICIT_KEY: [
    'syntax',
    'a second key stands where the value of the first was expected: check the indent of the lines that follow',
  ],
  MULTILINE_IMPLICIT_KEY: ['syntax', 'a key must be one line: a colon or a quote is missing'],
  UNEXPECTED_TOKEN: ['syntax', 'has something that cannot stand here'],
  BAD_SCALAR_START: ['syntax', 'text that begins with this sign needs quotes'],
  BAD_DQ_ESCAPE: ['syntax', 'has an escape that YAML does not know; single quotes take a backslash as it is'],
  RESOURCE_EXHAUSTION: ['too_deep', 'is nested too deeply'],
}

/** A job of 200 full steps has some 30,000; a megabyte of hostile text has more than a million, and takes seconds to parse. */
const MOST_TOKENS = 100_000
/** Most tokens for each character of a text: a sign, the mark that a scalar begins, that scalar, and the mark that brackets end. */
const TOKENS_OF_ONE = 4
const MARKS: ReadonlySet<string> = new Set([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR])

/** One YAML 1.2 document of plain maps, lists and scalars: anchors, aliases, tags, directives and second documents are faults. */
export function parseYaml(text: string): Parsed {
  const endOfPatience = tooManyTokens(text)
  if (endOfPatience !== undefined) {
    const message = `has more than ${MOST_TOKENS} words and signs`
    return {tree: undefined, faults: [fault('too_long', message, endOfPatience)]}
  }
  // uniqueKeys compares every pair of keys; the copy to plain values finds twins in linear time.
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    stringKeys: true,
    uniqueKeys: false,
    prettyErrors: false,
    // 'silent' would also keep quiet about a second document.
    logLevel: 'error',
  })
  // The parser says of one place all that is odd about it; the first is what a person can mend.
  const first = document.errors.filter(({pos}, at, all) => pos[0] !== all[at - 1]?.pos[0])
  const faults: Fault[] = first.map(faultOf)
  if (/^%/m.test(text.slice(0, document.range[0]))) faults.push(fault('yaml_directive', 'must not have directives', 0))
  if (document.errors.length > 0) return {tree: undefined, faults}
  if (document.contents === null) return {tree: {kind: 'leaf', value: null, at: 0}, faults}
  return {tree: toTree(document.contents, faults), faults}
}

/** Where the text goes on beyond what is parsed; `undefined` when it does not. The lexer takes its time word by word: a short text is not counted. */
function tooManyTokens(text: string): number | undefined {
  if (text.length * TOKENS_OF_ONE < MOST_TOKENS) return undefined
  let tokens = 0
  let at = 0
  for (const token of new Lexer().lex(text)) {
    if (++tokens > MOST_TOKENS) return at
    if (!MARKS.has(token)) at += token.length
  }
  return undefined
}

function faultOf(error: YAMLError): Fault {
  const [rule, message] = WORDS[error.code] ?? ['syntax', 'is not YAML']
  return fault(rule, message, error.pos[0])
}

function fault(rule: string, message: string, at: number): Fault {
  return {rule, message, at, path: []}
}

function toTree(node: ParsedNode, faults: Fault[]): Tree {
  const at = node.range[0]
  if (isAlias(node)) {
    faults.push(fault('yaml_alias', 'must not have aliases', at))
    return {kind: 'leaf', value: null, at}
  }
  if (node.anchor !== undefined) faults.push(fault('yaml_anchor', 'must not have anchors', at))
  if (node.tag !== undefined) faults.push(fault('yaml_tag', 'must not have tags', at))
  if (isSeq(node)) return {kind: 'list', at, items: node.items.map((item) => itemTree(item, at, faults))}
  if (!isMap(node)) return {kind: 'leaf', value: isScalar(node) ? node.value : null, at}
  const entries = node.items.map(({key, value}): Entry => {
    const keyTree = itemTree(key, at, faults)
    const text = keyTree.kind === 'leaf' && typeof keyTree.value === 'string' ? keyTree.value : ''
    return {key: text, keyAt: keyTree.at, value: itemTree(value, keyTree.at, faults)}
  })
  return {kind: 'map', at, entries}
}

function itemTree(item: unknown, parentAt: number, faults: Fault[]): Tree {
  return isNode(item) && item.range ? toTree(item as ParsedNode, faults) : {kind: 'leaf', value: null, at: parentAt}
}
