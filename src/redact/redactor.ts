import {AssayError} from '#error/assay-error'
import {chainOf, type RedactedError} from './error-chain.ts'
import {findInText, findInTree, type SecretFinding} from './findings.ts'
import {hostPathFinder, type KnownRoot} from './host-paths.ts'
import {LAYERS, type Layers} from './layers.ts'
import {capLine, LineBuffer} from './line-buffer.ts'
import {cutText, ERROR_MARK, Numbering} from './mark.ts'
import {copyPlain} from './plain-copy.ts'
import type {Registration} from './registered-values.ts'
import type {Safe, SafeBytes} from './safe.ts'
import {type Scan, Scanner} from './scanner.ts'

const LONGEST_MESSAGE = 500
const MOST_ROUNDS = 8

/** The one way from text and values to what may leave the process. One object a process; a document is one call or one scope. */
export class Redactor {
  readonly #scanner: Scanner
  readonly #counts = new Map<string, number>()
  #failed = false

  /** `layers` is for the tests that show what each layer is good for. */
  constructor(options: {readonly roots?: readonly KnownRoot[]} = {}, layers: Layers = LAYERS) {
    this.#scanner = new Scanner(layers, hostPathFinder(options.roots ?? []))
  }

  /** A rule threw: its text became the error mark, and the process must end with `bug`. */
  get failed(): boolean {
    return this.#failed
  }

  /** From now on this value leaves in no encoding. Under six characters only whole words go; one, two and words like `true` are ignored. */
  register(value: string, rule = 'registered'): Registration {
    const registration = this.#scanner.registered.add(value, rule)
    this.#scanner.forget()
    return registration
  }

  /** A numbering of its own for one document made of several calls. */
  document(): RedactorScope {
    return new RedactorScope({
      scanner: this.#scanner,
      count: this.#count,
      fail: this.#fail,
    })
  }

  text(text: string): Safe {
    return this.document().text(text)
  }

  value<T>(value: T): T {
    return this.document().value(value)
  }

  json(value: unknown): Safe {
    return this.document().json(value)
  }

  line(value: unknown): Safe {
    return this.document().line(value)
  }

  /** For bytes that are no text. Throws `evidence_refused` when a registered value of six characters or more stands in them. */
  bytes(content: Uint8Array): SafeBytes {
    if (this.#scanner.registered.inBytes(content))
      throw new AssayError('evidence_refused', 'a binary file holds a registered secret')
    return content as SafeBytes
  }

  /** What would be masked as secret or host-local, keys and strings, in document order. Ordinary URL queries are tidied away but no finding. */
  find(value: unknown): SecretFinding[] {
    const tree = copyPlain(value, {
      text: (text) => text,
      number: (number) => (typeof number === 'bigint' ? String(number) : number),
    })
    return findInTree(tree, this.#scanner)
  }

  findInText(text: string): SecretFinding[] {
    return findInText(text, this.#scanner)
  }

  isClean(value: unknown): boolean {
    return this.find(value).length === 0
  }

  /** Masked so far, by rule. */
  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#counts].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  }

  readonly #count = (rule: string): void => void this.#counts.set(rule, (this.#counts.get(rule) ?? 0) + 1)

  readonly #fail = (): void => {
    this.#failed = true
  }
}

interface ScopeParts {
  readonly scanner: Scanner
  readonly count: (rule: string) => void
  readonly fail: () => void
}

/** The calls of a redactor with one numbering: equal values have equal numbers in all that one scope made. */
export class RedactorScope {
  readonly #parts: ScopeParts
  readonly #numbering = new Numbering()

  constructor(parts: ScopeParts) {
    this.#parts = parts
  }

  text(text: string): Safe {
    return this.#closed(() => this.#settle(text))
  }

  /** A deep copy made of plain values, with strings, keys and the values of secret names masked. Never throws. */
  value<T>(value: T): T {
    const rules = {text: (text: string) => this.text(text), number: (number: number | bigint) => this.#number(number)}
    const {scanner} = this.#parts
    const goes = (name: string, item: unknown) => scanner.isSecretName(name) && !scanner.mayStay(name, item)
    return copyPlain(value, {...rules, secret: {goes, mask: (item) => this.#secret(item)}}) as T
  }

  /** Two-space indent and a final newline. */
  json(value: unknown): Safe {
    return this.#serialise(value, 2)
  }

  /** One line of NDJSON. */
  line(value: unknown): Safe {
    return this.#serialise(value, 0)
  }

  #serialise(value: unknown, indent: number): Safe {
    return this.#closed(
      () => {
        const text = JSON.stringify(this.value(value), null, indent) ?? 'null'
        const swept = this.#mask(this.#parts.scanner.sweep(text))
        return `${swept === text || isJson(swept) ? swept : JSON.stringify(ERROR_MARK)}\n`
      },
      `${JSON.stringify(ERROR_MARK)}\n`,
    )
  }

  #number(number: number | bigint): unknown {
    const text = String(number)
    const masked = text.length < 3 ? text : this.#closed(() => this.#mask(this.#parts.scanner.sweep(text)))
    return masked === text && typeof number === 'number' ? number : masked
  }

  #secret(item: unknown): string {
    this.#parts.count('secret-key')
    const plain =
      typeof item === 'object' ? JSON.stringify(copyPlain(item, {text: (text) => text, number: String})) : String(item)
    return this.#numbering.mark('secret-key', plain)
  }

  /** Masks until nothing more is found: what a mask leaves beside it may now stand at the start of a word, or be long enough. */
  #settle(text: string): string {
    let settled = text
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const scan = this.#parts.scanner.scan(settled)
      settled = this.#mask(scan)
      if (scan.spans.length === 0) break
    }
    return settled
  }

  #mask({text, spans}: Scan): string {
    if (spans.length === 0) return text
    let masked = ''
    let done = 0
    for (const span of spans) {
      this.#parts.count(span.rule)
      const shown = span.shown ?? this.#numbering.mark(span.rule, span.value ?? text.slice(span.start, span.end))
      masked += text.slice(done, span.start) + shown
      done = span.end
    }
    return masked + text.slice(done)
  }

  /** Fails closed: what a rule could not judge does not leave. */
  #closed(work: () => string, otherwise = ERROR_MARK): Safe {
    try {
      return work() as Safe
    } catch {
      this.#parts.fail()
      return otherwise as Safe
    }
  }
}

/** The output of a child as safe text: whole lines only, UTF-8 across chunks, private keys dropped as a block, 64 KiB a line. */
export class LineRedactor {
  readonly #scope: RedactorScope
  readonly #buffer = new LineBuffer()

  constructor(redactor: Redactor) {
    this.#scope = redactor.document()
  }

  push(chunk: Uint8Array | string): Safe {
    return this.#write(this.#buffer.push(chunk))
  }

  /** What was left without a newline. Nothing may be pushed after it. */
  end(): Safe {
    return this.#write(this.#buffer.end())
  }

  #write(lines: readonly string[]): Safe {
    return lines.map((line) => capLine(this.#scope.text(line))).join('') as Safe
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
