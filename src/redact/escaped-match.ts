import {ESCAPE_SIGNS, type Reading, readingsAt} from './escapes.ts'
import {isAlphanumeric} from './text-runs.ts'

/** How much of a value a text goes on to spell out, and where that ends. */
export interface Reach {
  readonly known: number
  readonly end: number
}

/** A place in the text and the characters of the value before it. Behind an escape sign no letter or digit may stand as itself. */
interface Step {
  readonly at: number
  readonly known: number
  readonly isEscaped: boolean
}

/**
 * Reads a text from `at` as the value from `known` on, each character as itself or escaped in any way. What the value holds may look like an escape itself, so every way to read is followed.
 * Each step takes a character of the value, so what it looks at is bounded by the value and by escapes of one sign, however long the text is.
 */
export function reachOf(value: string, text: string, at: number, known: number): Reach {
  const walk = new Walk(value, text)
  walk.add({at, known, isEscaped: false})
  return walk.run()
}

/** Where the longest run of escape signs from `at` on ends. */
export function endOfSigns(text: string, at: number): number {
  let end = at
  while (ESCAPE_SIGNS[text.charCodeAt(end)] === 1) end++
  return end
}

class Walk {
  readonly #value: string
  readonly #text: string
  readonly #steps: Step[] = []
  readonly #seen = new Set<number>()

  constructor(value: string, text: string) {
    this.#value = value
    this.#text = text
  }

  add(step: Step): void {
    const key = (step.at * (this.#value.length + 1) + step.known) * 2 + Number(step.isEscaped)
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.#steps.push(step)
  }

  run(): Reach {
    let reach: Reach = {known: 0, end: 0}
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      const {at, known, isEscaped} = step
      const isFarther = known > reach.known || (known === reach.known && at > reach.end)
      if (isFarther && !isEscaped) reach = {known, end: at}
      if (known === this.#value.length) continue
      if (ESCAPE_SIGNS[this.#text.charCodeAt(at)] === 1) this.#passSigns(at, known)
      else this.#passOne(step)
    }
    return reach
  }

  /** A character as itself, or what an escape without such a sign stands for. */
  #passOne({at, known, isEscaped}: Step): void {
    const code = this.#text.charCodeAt(at)
    if (code === this.#value.charCodeAt(known) && !(isEscaped && isAlphanumeric(code)))
      this.add({at: at + 1, known: known + 1, isEscaped: false})
    this.#passReadings(readingsAt(this.#text, at), known)
  }

  /** Escape signs in a row: those of the value that follow each other in it, and others before what comes next. The last may begin a code. */
  #passSigns(at: number, known: number): void {
    const end = endOfSigns(this.#text, at)
    const signs = this.#text.slice(at, end)
    const codes = signs.endsWith('\\') ? readingsAt(this.#text, end - 1) : []
    for (let taken = known, own = 0; ; taken++) {
      if (own < signs.length) this.#passReadings(codes, taken)
      this.add({at: end, known: taken, isEscaped: true})
      const sign = this.#value.charAt(taken)
      const found = ESCAPE_SIGNS[sign.charCodeAt(0)] === 1 ? signs.indexOf(sign, own) : -1
      if (found < 0) return
      this.add({at: at + signs.lastIndexOf(sign) + 1, known: taken + 1, isEscaped: false})
      own = found + 1
    }
  }

  #passReadings(readings: readonly Reading[], known: number): void {
    for (const {made, end} of readings)
      if (this.#value.startsWith(made, known)) this.add({at: end, known: known + made.length, isEscaped: false})
  }
}
