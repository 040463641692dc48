import {AssayError} from '#error/assay-error'
import {cutText} from '#error/cut-text'
import {chainOf, type RedactedError} from './error-chain.ts'
import {findInText, findInTree, type SecretFinding} from './findings.ts'
import {hostPathFinder, type KnownRoot} from './host-paths.ts'
import {ALL_LAYERS, type Layers} from './layers.ts'
import {capLine, LineBuffer} from './line-buffer.ts'
import {veilMarks} from './mark.ts'
import {copyPlain} from './plain-copy.ts'
import {RedactorScope} from './redactor-scope.ts'
import type {Registration} from './registered-values.ts'
import {type Safe, type SafeBytes, SealedValues} from './safe.ts'
import {Scanner} from './scanner.ts'

const LONGEST_MESSAGE = 500

/** The one way from text and values to what may leave the process. One object a process; a document is one call or one scope. */
export class Redactor {
  readonly #scanner: Scanner
  readonly #counts = new Map<string, number>()
  readonly #sealed = new SealedValues()
  #failed = false

  /** `layers` is for the tests that show what each layer is good for. */
  constructor(options: {readonly roots?: readonly KnownRoot[]} = {}, layers: Layers = ALL_LAYERS) {
    this.#scanner = new Scanner(layers, hostPathFinder(options.roots ?? []))
  }

  /** A rule threw: its text became the error mark, and the process must end with `bug`. */
  get failed(): boolean {
    return this.#failed
  }

  /** From now on this value leaves in no encoding. Under six characters only whole words go; one, two and words like `true` are ignored. Never throws. */
  register(value: string, rule = 'registered'): Registration {
    const registration = this.#scanner.registered.add(value, rule)
    this.#scanner.forget()
    this.#sealed.forget()
    return registration
  }

  /**
   * A numbering of its own for one document made of several calls.
   * @internal
   */
  document(): RedactorScope {
    return new RedactorScope({
      scanner: this.#scanner,
      count: this.#count,
      fail: this.#fail,
    })
  }

  /** The text with all that is secret or host-local masked; of what is no text, what it reads as. Never throws. */
  text(text: string): Safe {
    return this.document().text(String(text))
  }

  /** A copy of plain data with all texts and secret-named values masked; numbers and shapes stay. Never throws. */
  value<T>(value: T): T {
    return this.document().value(value)
  }

  /** The value as indented JSON, masked. Never throws. */
  json(value: unknown): Safe {
    return this.document().json(value)
  }

  /** The value as one line of JSON, masked. Never throws. */
  line(value: unknown): Safe {
    return this.document().line(value)
  }

  /** Like `value`, and deeply frozen. The result is known to be safe until the next value is registered, and is not scanned again. Never throws. */
  seal<T extends object>(value: T): Readonly<T> {
    return this.#sealed.has(value) ? value : this.#sealed.add(this.value(value))
  }

  /** One line of NDJSON of the members of these objects, later ones over earlier ones. Parts that are not sealed are sealed first. Never throws. */
  joinedLine(...parts: readonly object[]): Safe {
    let joined = {}
    for (const part of parts) joined = {...joined, ...this.seal(part)}
    return this.document().sealedLine(joined)
  }

  /** For bytes that are no text. Throws `evidence_refused` when a registered value of six characters or more stands in them. */
  bytes(content: Uint8Array): SafeBytes {
    if (this.#scanner.registered.inBytes(content))
      throw new AssayError('evidence_refused', 'a binary file holds a registered secret')
    return content as SafeBytes
  }

  /** Makes bytes safe that come in pieces: a value that lies across several is found with the last of them. What it gives throws `evidence_refused`. */
  pieces(): (piece: Uint8Array) => SafeBytes {
    const {registered} = this.#scanner
    let before = Buffer.alloc(0)
    return (piece) => {
      const whole = before.length === 0 ? piece : Buffer.concat([before, piece])
      this.bytes(whole)
      const kept = Math.min(whole.length, Math.max(0, registered.longestBytes - 1))
      before = Buffer.from(whole.subarray(whole.length - kept))
      return piece as SafeBytes
    }
  }

  /** What would be masked as secret or host-local, keys and strings, in document order. Ordinary URL queries are tidied away but no finding. Never throws. */
  find(value: unknown): SecretFinding[] {
    const tree = copyPlain(value, {
      text: (text) => text,
      number: (number) => (typeof number === 'bigint' ? String(number) : number),
    })
    return findInTree(tree, this.#scanner)
  }

  /** What would be masked in a text. Never throws. */
  findInText(text: string): SecretFinding[] {
    return findInText(text, this.#scanner)
  }

  /** The text with marks of ours hidden, as long as it was: rules of other people take a mark in an address for a password. Never throws. */
  veiled(text: string): string {
    return veilMarks(text, this.#scanner.registered.rules)
  }

  /** Whether nothing would be masked. Never throws. */
  isClean(value: unknown): boolean {
    return this.find(value).length === 0
  }

  /** Masked so far, by rule. Never throws. */
  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  }

  readonly #count = (rule: string): void => void this.#counts.set(rule, (this.#counts.get(rule) ?? 0) + 1)

  readonly #fail = (): void => {
    this.#failed = true
  }
}

/** The output of a child as safe text: whole lines only, UTF-8 across chunks, private keys dropped as a block, 64 KiB a line. */
export class LineRedactor {
  readonly #scope: RedactorScope
  readonly #buffer = new LineBuffer()
  #cutLines = 0

  constructor(redactor: Redactor) {
    this.#scope = redactor.document()
  }

  push(chunk: Uint8Array | string): Safe {
    return this.#write(this.#buffer.push(chunk))
  }

  /** How many lines were longer than what is kept of one. */
  get cutLines(): number {
    return this.#cutLines
  }

  /** Whether everything that was pushed has come out. */
  get isEmpty(): boolean {
    return this.#buffer.isEmpty
  }

  /** What was left without a newline. Nothing may be pushed after it. */
  end(): Safe {
    return this.#write(this.#buffer.end())
  }

  #write(lines: readonly string[]): Safe {
    return lines.map((line) => this.#cap(this.#scope.text(line))).join('') as Safe
  }

  #cap(masked: string): string {
    const capped = capLine(masked)
    if (capped !== masked) this.#cutLines++
    return capped
  }
}

/** What a foreign error may say: name, code, message and at most five causes, each redacted and then cut to 500 characters. */
export function redactError(error: unknown, redactor: Redactor): RedactedError {
  const scope = redactor.document()
  const say = (text: string) => cutText(scope.text(text), LONGEST_MESSAGE)
  const [first, ...causes] = chainOf(error)
  const code = first?.code === undefined ? {} : {code: say(first.code)}
  return {
    name: say(first?.name ?? ''),
    ...code,
    message: say(first?.message ?? ''),
    causes: causes.map(({message}) => say(message)),
  }
}
