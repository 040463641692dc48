import {byteForms} from './encodings.ts'
import {EscapedValues} from './escaped-values.ts'
import {FormIndex, formsOf, type KnownForm, SHORTEST_ANYWHERE} from './known-forms.ts'
import {LiteralIndex} from './literal-index.ts'
import type {Span} from './span.ts'
import {hexOf, UNDO_STEPS} from './spelled-out.ts'
import {PlacedView, PlainView, type Undo} from './undone-views.ts'
import {isOrdinary} from './value-kinds.ts'
import {ValuePieces} from './value-pieces.ts'

/** How far a value given to `register` is looked for. */
export type Registration = 'registered' | 'whole-word' | 'ignored'

const SHORTEST_VALUE = 3
const SHORTEST_LINE = 16
/** The values known to be secret, found in text in every encoding. The tables are built when next needed. */
export class RegisteredValues {
  readonly #known = new Map<string, KnownForm>()
  readonly rules = new Set<string>()
  #text: FormIndex | undefined
  #pieces: ValuePieces | undefined
  #escaped: EscapedValues | undefined
  #bytes: LiteralIndex | undefined
  #longestBytes = 0

  add(value: string, rule: string): Registration {
    const registration = weigh(value.trim())
    if (registration === 'ignored') return registration
    this.rules.add(rule)
    for (const part of partsOf(value)) if (!this.#known.has(part)) this.#known.set(part, {value: part, rule})
    this.#text = undefined
    this.#pieces = undefined
    this.#escaped = undefined
    this.#bytes = undefined
    return registration
  }

  /** Where they stand as they are or in an encoding that keeps them in one piece, whole or cut. */
  find(text: string, found: Span[]): void {
    if (this.#known.size === 0) return
    const index = this.#index()
    if (text.length < index.shortest) return
    let last: Span | undefined
    index.scan(text, (start, end, {known, text: form}) => {
      const {value, rule} = known
      if (value.length < SHORTEST_ANYWHERE && !isWholeWord(text, start, end)) return
      // A run of one character matches at every offset: it stays one span.
      if (last && last.value === value && start < last.end && found.at(-1) === last) found.pop()
      else last = undefined
      const isPart = end - start < form.length && last === undefined
      last = {start: Math.min(start, last?.start ?? start), end: Math.max(end, last?.end ?? end), rule, value, isPart}
      found.push(last)
    })
    this.#pieces ??= new ValuePieces(this.#known.values())
    this.#pieces.find(text, (start, end, {value, rule}) => found.push({start, end, rule, value, isPart: true}))
  }

  /** No text with fewer characters holds one. */
  get shortest(): number {
    return this.#known.size === 0 ? Number.POSITIVE_INFINITY : this.#index().shortest
  }

  /** Where they stand character by character: each escaped in its own way, as lists of bytes, or wrapped into lines. */
  findSpelled(text: string, found: Span[]): void {
    if (this.#known.size === 0) return
    this.#findEscaped(text, found)
    for (const undo of UNDO_STEPS) {
      const plain = new PlainView(text)
      if (undo(text, plain)) this.#findUndone(text, {undo, plain: plain.text}, found)
    }
  }

  /** Finds registered values in a list of bytes written as numbers; offsets are of their digits. */
  findBytes(items: readonly unknown[], found: Span[]): void {
    if (this.#known.size === 0 || items.length < SHORTEST_ANYWHERE || !items.every(isByte)) return
    this.find(items.map((item) => hexOf(Number(item))).join(''), found)
  }

  #findEscaped(text: string, found: Span[]): void {
    this.#escaped ??= new EscapedValues(this.#known.values())
    this.#escaped.find(text, found)
  }

  /** Where each character stood is worth knowing only when something was found. */
  #findUndone(text: string, {undo, plain}: {readonly undo: Undo; readonly plain: string}, found: Span[]): void {
    const inView: Span[] = []
    this.find(plain, inView)
    if (inView.length === 0) return
    const placed = new PlacedView()
    undo(text, placed)
    for (const span of inView) found.push({...span, ...placed.origin(span)})
  }

  /** Whether one stands in bytes that are no text. Short values are left out: chance alone would find them. */
  inBytes(content: Uint8Array): boolean {
    const anywhere = [...this.#known.keys()].filter((value) => value.length >= SHORTEST_ANYWHERE)
    if (anywhere.length === 0) return false
    this.#bytes ??= this.#indexBytes(anywhere.flatMap(byteForms))
    let hit = false
    this.#bytes.scan(Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1'), () => {
      hit = true
      return Number.MAX_SAFE_INTEGER
    })
    return hit
  }

  /** Bytes of the longest form that `inBytes` looks for; 0 before its first use, and without a value. */
  get longestBytes(): number {
    return this.#bytes === undefined ? 0 : this.#longestBytes
  }

  #index(): FormIndex {
    this.#text ??= new FormIndex([...this.#known.values()].flatMap(formsOf))
    return this.#text
  }

  #indexBytes(forms: readonly string[]): LiteralIndex {
    this.#longestBytes = Math.max(...forms.map((form) => form.length))
    return new LiteralIndex(forms)
  }
}

function weigh(value: string): Registration {
  if (value.length < SHORTEST_VALUE || isOrdinary(value)) return 'ignored'
  return value.length < SHORTEST_ANYWHERE ? 'whole-word' : 'registered'
}

/** The value, the value without the newline a file gave it, and its longer lines. */
function partsOf(value: string): string[] {
  const trimmed = value.trim()
  const lines = trimmed.includes('\n') ? trimmed.split('\n').map((line) => line.trim()) : []
  return [trimmed, value, ...lines.filter((line) => line.length >= SHORTEST_LINE)]
}

function isByte(item: unknown): boolean {
  return Number.isInteger(item) && Number(item) >= -128 && Number(item) <= 255
}

function isWholeWord(text: string, start: number, end: number): boolean {
  return !/\w/.test(text[start - 1] ?? '') && !/\w/.test(text[end] ?? '')
}
