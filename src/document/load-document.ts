import {isRecord} from '#contract/is-record'
import {sha256} from '#digest/sha256'
import {AssayError, type Issue} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {
  type CallerDocument,
  DOCUMENT_CODES,
  type DocumentCodes,
  type DocumentFormat,
  documentFormat,
} from './document.ts'
import {documentRefusal} from './document-refusal.ts'
import {documentText} from './document-text.ts'
import {plainValue} from './plain-value.ts'
import {pointerOf} from './pointer.ts'
import {locator, positionsIn} from './positions.ts'
import type {Fault, Parsed} from './tree.ts'

const MOST_ISSUES = 100

export interface DocumentSource {
  readonly path: string
  /** How messages call it: a relative path or base name. */
  readonly name: string
  readonly limitBytes: number
  /** `document_*` when absent. */
  readonly codes?: DocumentCodes
}

/**
 * Reads a caller's JSON, TOML or YAML file; three spellings of one content give equal values. A link to a regular file is
 * followed. Throws `file_missing`, `file_unreadable`, and by `codes`: no text in a known format, too large, or every
 * fault with line and column; never a value.
 */
export async function loadDocument(source: DocumentSource, reader: FileReader): Promise<CallerDocument> {
  const codes = source.codes ?? DOCUMENT_CODES
  const {name} = source
  const format = documentFormat(source.path)
  if (!format) throw new AssayError(codes.format, `${name} does not end in .json, .toml, .yaml or .yml`)
  const content = readContent(source, codes, reader)
  const text = documentText(content)
  if (typeof text !== 'string') throw new AssayError(codes.format, `${name} ${text.why}`)
  const {tree, faults} = await parseText(format, text)
  const plain = tree && plainValue(tree)
  const all = [...faults, ...(plain?.faults ?? [])]
  if (!tree || !plain || all.length > 0) {
    const issues = issuesOf(all, text)
    const refusal = {code: codes.parse, what: 'cannot be parsed safely', detail: {file: name}}
    throw documentRefusal(source, refusal, issues)
  }
  return {
    name,
    path: source.path,
    format,
    ...ownValue(plain.value),
    sha256: sha256(content),
    positions: positionsIn(text, tree),
  }
}

/** `$schema` of the whole document is a word to editors: it is told apart and belongs to no content. */
function ownValue(value: unknown): Pick<CallerDocument, 'value' | 'schema'> {
  if (!isRecord(value) || typeof value['$schema'] !== 'string') return {value}
  const {$schema: schema, ...own} = value
  return {value: own, schema}
}

function readContent({path, name, limitBytes}: DocumentSource, codes: DocumentCodes, reader: FileReader): Uint8Array {
  const real = reader.real(path)
  const facts = real === undefined ? undefined : reader.facts(real)
  if (real === undefined || !facts)
    throw new AssayError('file_missing', `there is no file ${name}`, {hint: `Check the path: it leads to ${path}.`})
  if (facts.kind !== 'file') throw new AssayError(codes.format, `${name} is not a regular file`)
  if (facts.sizeBytes > limitBytes) throw new AssayError(codes.size, `${name} is larger than ${limitBytes} bytes`)
  return reader.read(real, limitBytes)
}

async function parseText(format: DocumentFormat, text: string): Promise<Parsed> {
  switch (format) {
    case 'json':
      return (await import('./parse-json.ts')).parseJson(text)
    case 'toml':
      return (await import('./parse-toml.ts')).parseToml(text)
    case 'yaml':
      return (await import('./parse-yaml.ts')).parseYaml(text)
  }
}

/** In the order of the text: the first fault is often the cause of those below it. */
function issuesOf(faults: readonly Fault[], text: string): Issue[] {
  const locate = locator(text)
  const inOrder = faults.toSorted((a, b) => a.at - b.at).slice(0, MOST_ISSUES)
  return inOrder.map(({rule, message, at, path}) => ({pointer: pointerOf(path), rule, message, ...locate(at)}))
}
