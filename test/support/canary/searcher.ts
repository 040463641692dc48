import {ENCODING_NAMES, ENCODINGS, type Encoding} from './encodings.ts'

/** A planted value that stands in an output. `value`: its index. */
export interface Sighting {
  readonly output: string
  readonly value: number
  readonly encoding: Encoding
}

interface Form {
  readonly value: number
  readonly encoding: Encoding
  readonly text: string
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
}
const ESCAPES: Readonly<Record<string, string>> = {n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v'}

const GRAM = 6
const FILTER_BITS = 20

/** Looks for values in every encoding, in the text as it is and as any of its usual readers would unescape it. */
export class Searcher {
  /** Forms by their first characters; forms are at least so long. */
  readonly #forms = new Map<string, Form[]>()
  readonly #filter = new Uint8Array(1 << FILTER_BITS)

  constructor(values: readonly string[]) {
    for (const [value, secret] of values.entries()) {
      for (const encoding of ENCODING_NAMES) {
        for (const text of new Set(ENCODINGS[encoding](secret))) this.#add({value, encoding, text})
      }
    }
  }

  /** Each value and encoding once. */
  find(output: string, content: string): Sighting[] {
    const seen = new Map<string, Sighting>()
    for (const view of viewsOf(content)) {
      for (const {value, encoding} of this.#findIn(view)) seen.set(`${value} ${encoding}`, {output, value, encoding})
    }
    return [...seen.values()]
  }

  #add(form: Form): void {
    if (form.text.length < GRAM) throw new Error('a form is too short to be looked for')
    const gram = form.text.slice(0, GRAM)
    this.#forms.set(gram, [...(this.#forms.get(gram) ?? []), form])
    this.#filter[slotOf(gram, 0)] = 1
  }

  *#findIn(text: string): Generator<Form> {
    for (let at = 0; at + GRAM <= text.length; at++) {
      if (this.#filter[slotOf(text, at)] === 0) continue
      for (const form of this.#forms.get(text.slice(at, at + GRAM)) ?? [])
        if (text.startsWith(form.text, at)) yield form
    }
  }
}

function slotOf(text: string, at: number): number {
  let slot = 0
  for (let offset = 0; offset < GRAM; offset++) slot = Math.imul(slot, 31) + text.charCodeAt(at + offset)
  return (slot ^ (slot >>> FILTER_BITS)) & ((1 << FILTER_BITS) - 1)
}

function viewsOf(content: string): string[] {
  const shown = content.replace(/[\u2400-\u241f]/g, (picture) => String.fromCharCode(picture.charCodeAt(0) - 0x2400))
  const unescaped = unescapeJson(shown)
  const views = [
    shown,
    unescaped,
    unescapeJson(unescaped),
    shown.replace(/&(\w+|#39|#x27);/g, (entity, name: string) => NAMED[name] ?? entity),
    shown.replaceAll('""', '"'),
    shown.replace(/\\([\\|<>`*_])/g, '$1').replaceAll('<br>', '\n'),
  ]
  return [...new Set(views)]
}

function unescapeJson(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_, code: string | undefined, letter: string) =>
    code === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
