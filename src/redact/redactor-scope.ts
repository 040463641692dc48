import {ERROR_MARK, Numbering} from './mark.ts'
import {copyPlain} from './plain-copy.ts'
import type {Safe} from './safe.ts'
import type {Scan, Scanner} from './scanner.ts'

const MOST_ROUNDS = 8

export interface ScopeParts {
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
    // Most texts of an event are those of the one before.
    if (this.#parts.scanner.isKnownClean(text)) return text as Safe
    return this.#closed(() => this.#settle(text))
  }

  /** A deep copy made of plain values, with strings, keys and the values of secret names masked. Never throws. */
  value<T>(value: T): T {
    const {scanner} = this.#parts
    const rules = {
      text: (text: string) => this.text(text),
      number: (number: number | bigint) => this.#number(number),
      list: (items: readonly unknown[]) => this.#bytes(items),
      isOrdinary: (name: string) => scanner.isOrdinaryName(name),
    }
    const goes = (name: string, item: unknown) => scanner.hides(name, item)
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

  /** A line of a value that was made safe before and cannot have changed since: only the last look is taken. */
  sealedLine(value: object): Safe {
    return this.#written(() => JSON.stringify(value))
  }

  /** A text made of what is safe by itself: known secrets are looked for once more, no rule judges what an escape made of it. */
  swept(text: string): Safe {
    return this.#closed(() => this.#mask(this.#parts.scanner.sweep(text)))
  }

  #serialise(value: unknown, indent: number): Safe {
    return this.#written(() => JSON.stringify(this.value(value), null, indent) ?? 'null')
  }

  #written(write: () => string): Safe {
    return this.#closed(
      () => {
        const text = write()
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

  /** A list of bytes that spells a registered value out goes as a whole. */
  #bytes(items: readonly unknown[]): string | undefined {
    const [span] = this.#parts.scanner.bytesIn(items)
    if (span === undefined) return undefined
    this.#parts.count(span.rule)
    return this.#numbering.mark(span.rule, span.value ?? '')
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
