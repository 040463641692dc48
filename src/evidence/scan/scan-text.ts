import type {SecretFinding} from '#redact/findings'
import type {Redactor} from '#redact/redactor'
import {joinSafe, type Safe} from '#redact/safe'

/** UTF-8 text without NUL, keeping a byte order mark; `undefined` for anything else. */
export function decodeText(content: Uint8Array): string | undefined {
  if (content.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(content)
  } catch {
    return undefined
  }
}

/** Findings of secrets in a text, by line where the text has lines. JSON is examined as values, so that keys and escapes count. */
export function scanText(path: string, text: string, redactor: Redactor): SecretFinding[] {
  if (/\.json$/i.test(path)) {
    const tree = parsed(text)
    if (tree !== undefined) return scanTree(tree, text, redactor)
  }
  if (!/\.(?:ndjson|jsonl)$/i.test(path)) return redactor.findInText(text)
  return piecesOf(text).flatMap(({content, tree, line}) => {
    const findings = tree === undefined ? redactor.findInText(content) : scanTree(tree, content, redactor)
    return findings.map((found) => ({
      pointer: found.pointer,
      rule: found.rule,
      line: line + (tree ? 0 : (found.line ?? 1) - 1),
    }))
  })
}

/** A repeated key hides its first value from the parser: unless the text is exactly a spelling of the value, it is scanned as text too. */
function scanTree(tree: Tree, text: string, redactor: Redactor): SecretFinding[] {
  const findings = redactor.find(tree.value)
  return tree.layout === 'other' ? [...findings, ...redactor.findInText(text)] : findings
}

/** The text as it may be published. Clean text is returned unchanged, byte for byte. */
export function maskText(path: string, text: string, redactor: Redactor): Safe {
  if (/\.json$/i.test(path)) {
    const tree = parsed(text)
    if (tree?.layout === 'indented') return redactor.json(tree.value)
    if (tree !== undefined && redactor.find(tree.value).length > 0) return redactor.json(tree.value)
  }
  if (!/\.(?:ndjson|jsonl)$/i.test(path)) return redactor.text(text)
  const scope = redactor.document()
  const lines = piecesOf(text).map(({content, tree}) => {
    const isMarkedAsTree = tree?.layout === 'line' || (tree !== undefined && redactor.find(tree.value).length > 0)
    return tree !== undefined && isMarkedAsTree ? scope.line(tree.value) : scope.text(content)
  })
  return joinSafe(lines)
}

/** One record, or all text up to the next record. `line` counts from 1; the newline belongs to the piece. */
interface Piece {
  readonly content: string
  readonly line: number
  readonly tree?: Tree
}

/** The records of JSON lines. Consecutive lines that are no records form one piece: a million empty lines are one text, not a million. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let start = 0
  let startLine = 1
  let line = 1
  const keepText = (end: number) => {
    if (end > start) pieces.push({content: text.slice(start, end), line: startLine})
  }
  for (let at = 0; at < text.length; line++) {
    const next = text.indexOf('\n', at) + 1 || text.length
    const tree = text[at] === '{' || text[at] === '[' ? parsed(text.slice(at, next)) : undefined
    if (tree !== undefined) {
      keepText(at)
      pieces.push({content: text.slice(at, next), line, tree})
      start = next
      startLine = line + 1
    }
    at = next
  }
  keepText(text.length)
  return pieces
}

/** A JSON value, and whether the text is one of Assay's two spellings of it: indented with a final newline, or one line. */
interface Tree {
  readonly value: unknown
  readonly layout: 'indented' | 'line' | 'other'
}

function parsed(text: string): Tree | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return {value, layout: layoutOf(text, value)}
  } catch {
    return undefined
  }
}

/** The layout of a text. Only the spelling that fits the number of lines is generated, because there are many records of one line. */
function layoutOf(text: string, value: unknown): Tree['layout'] {
  const end = text.indexOf('\n')
  if (end !== -1 && end < text.length - 1) return text === indented(value) ? 'indented' : 'other'
  const line = JSON.stringify(value)
  if (text === line) return 'line'
  if (text !== `${line}\n`) return 'other'
  return isEmpty(value) ? 'indented' : 'line'
}

/** Whether the value has no members, so that its indented spelling is one line too. */
function isEmpty(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0
}

/** The spelling in which Assay writes every JSON document. */
export function indented(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
