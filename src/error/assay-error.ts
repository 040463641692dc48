import {CODES, type ErrorCode, type ErrorFacts} from './codes.ts'
import type {ExitName} from './exit.ts'

/** One fault in a document: where (RFC 6901 pointer, 1-based line and column where known), which rule, in words without the value. */
export interface Issue {
  readonly pointer: string
  readonly rule: string
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/** What an error of Assay may carry beside its code and message. */
export interface ErrorOptions {
  /** What to type or do next; the catalogue's sentence when absent. */
  readonly hint?: string
  /** Printable, already harmless facts: names, counts, relative paths. Never a foreign value. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>
  readonly issues?: readonly Issue[]
  /** What the caller gave, as it was given: shown on the caller's own terminal and nowhere else. */
  readonly given?: string | undefined
  /** What was given where each of the issues is, in their order: for the caller's own terminal as well. */
  readonly givens?: readonly (string | undefined)[] | undefined
  /** Absolute path of the document that the issues stand in: for who shows them in the file itself, and told nowhere else. */
  readonly path?: string | undefined
  readonly cause?: unknown
}

/** Base of every error Assay throws on purpose; anything else that reaches the hall is a bug (exit 70). */
export class AssayError extends Error {
  readonly code: ErrorCode
  readonly hint: string
  readonly detail: NonNullable<ErrorOptions['detail']>
  readonly issues: readonly Issue[]
  readonly #given: string | undefined
  readonly #givens: readonly (string | undefined)[]
  readonly #path: string | undefined

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : {cause: options.cause})
    this.name = new.target.name
    this.code = code
    this.hint = options.hint ?? CODES[code].next
    this.detail = options.detail ?? {}
    this.issues = options.issues ?? []
    this.#given = options.given
    this.#givens = options.givens ?? []
    this.#path = options.path
  }

  /** Not an own property, so that copying or inspecting the error does not reveal it. */
  get given(): string | undefined {
    return this.#given
  }

  /** For each issue, where known; no property of its own for the same reason. */
  get givens(): readonly (string | undefined)[] {
    return this.#givens
  }

  /** No property of its own either: it is a path of this machine. */
  get path(): string | undefined {
    return this.#path
  }

  get exit(): ExitName {
    return CODES[this.code].exit
  }

  get kind(): ErrorFacts['kind'] {
    return CODES[this.code].kind
  }
}

/** The code of an Assay error, or undefined for anything foreign. */
export function codeOf(error: unknown): ErrorCode | undefined {
  return error instanceof AssayError ? error.code : undefined
}

/** The refusal of a value given to a call. */
export function invalidInput(message: string, hint?: string): AssayError {
  return new AssayError('invalid_input', message, hint === undefined ? {} : {hint})
}
