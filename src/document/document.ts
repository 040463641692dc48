import type {ErrorCode} from '#error/codes'
import type {Positions} from './positions.ts'

export type DocumentFormat = 'json' | 'toml' | 'yaml'

/** A caller's document, read but not yet held against a schema: plain values, and where they stand in the file. */
export interface CallerDocument {
  /** How messages call it: a relative path or base name. */
  readonly name: string
  /** Absolute; of a document that was read from a file. */
  readonly path?: string
  readonly format: DocumentFormat
  readonly value: unknown
  /** What the document calls its schema, for editors. */
  readonly schema?: string
  /** Digest of the raw bytes. */
  readonly sha256: `sha256:${string}`
  readonly positions: Positions
}

/** The codes for a file that is no text in a known format, too large, or not parsed safely. */
export interface DocumentCodes {
  readonly format: ErrorCode
  readonly size: ErrorCode
  readonly parse: ErrorCode
}

export const DOCUMENT_CODES: DocumentCodes = {
  format: 'document_format',
  size: 'document_size',
  parse: 'document_parse',
}

const SUFFIXES: Readonly<Record<string, DocumentFormat>> = {json: 'json', toml: 'toml', yaml: 'yaml', yml: 'yaml'}

/** By the ending, in lower or upper case; `undefined` for any other. */
export function documentFormat(path: string): DocumentFormat | undefined {
  const suffix = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(SUFFIXES, suffix) ? SUFFIXES[suffix] : undefined
}
