import {byteForms, encodingsOf} from './encodings.ts'
import {LiteralIndex} from './literal-index.ts'
import type {Span} from './span.ts'

/** How far a value given to `register` is looked for. */
export type Registration = 'registered' | 'whole-word' | 'ignored'

const SHORTEST_VALUE = 3
const SHORTEST_ANYWHERE = 6
const SHORTEST_LINE = 16
/** Values that say nothing: masking them everywhere would blacken documents and protect no one. */
const ORDINARY = new Set(
  `true false null none nil undefined yes no on off enabled disabled enable disable default auto empty unset
  localhost production development staging testing test local debug info warn warning error passed failed running
  skipped cancelled pass fail assay password passwd secret token changeme example`.split(/\s+/),
)

interface Known {
  readonly value: string
  readonly rule: string
}

/** The values known to be secret, found in text in every encoding. The tables are built when next needed. */
export class RegisteredValues {
  readonly #known = new Map<string, Known>()
  readonly rules = new Set<string>()
  #text: {index: LiteralIndex; forms: {text: string; known: Known}[]} | undefined
  #bytes: LiteralIndex | undefined
  #longestBytes = 0

  add(value: string, rule: string): Registration {
    const registration = weigh(value.trim())
    if (registration === 'ignored') return registration
    this.rules.add(rule)
    for (const part of partsOf(value)) if (!this.#known.has(part)) this.#known.set(part, {value: part, rule})
    this.#text = undefined
    this.#bytes = undefined
    return registration
  }

  find(text: string, found: Span[]): void {
    if (this.#known.size === 0) return
    this.#text ??= this.#buildText()
    const {index, forms} = this.#text
    let last: Span | undefined
    index.scan(text, (start, which) => {
      const form = forms[which]
      if (!form) return undefined
      const end = start + form.text.length
      if (form.known.value.length < SHORTEST_ANYWHERE && !isWholeWord(text, start, end)) return undefined
      // A run of one character matches at every offset: it stays one span.
      if (last && last.value === form.known.value && start < last.end && found.at(-1) === last) found.pop()
      else last = undefined
      last = {start: last?.start ?? start, end, rule: form.known.rule, value: form.known.value}
      found.push(last)
      return undefined
    })
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

  #indexBytes(forms: readonly string[]): LiteralIndex {
    this.#longestBytes = Math.max(...forms.map((form) => form.length))
    return new LiteralIndex(forms)
  }

  #buildText() {
    const forms = [...this.#known.values()].flatMap((known) => {
      const texts = known.value.length < SHORTEST_ANYWHERE ? [known.value] : encodingsOf(known.value)
      return texts.map((text) => ({text, known}))
    })
    return {index: new LiteralIndex(forms.map((form) => form.text)), forms}
  }
}

function weigh(value: string): Registration {
  if (value.length < SHORTEST_VALUE || ORDINARY.has(value.toLowerCase())) return 'ignored'
  return value.length < SHORTEST_ANYWHERE ? 'whole-word' : 'registered'
}

/** The value, the value without the newline a file gave it, and its longer lines. */
function partsOf(value: string): string[] {
  const trimmed = value.trim()
  const lines = trimmed.includes('\n') ? trimmed.split('\n').map((line) => line.trim()) : []
  return [trimmed, value, ...lines.filter((line) => line.length >= SHORTEST_LINE)]
}

function isWholeWord(text: string, start: number, end: number): boolean {
  return !/\w/.test(text[start - 1] ?? '') && !/\w/.test(text[end] ?? '')
}
