import {ESCAPE_SIGNS, nextEscape, type Reading, readingsAt} from './escapes.ts'
import {type KnownForm, leastOf, SHORTEST_ANYWHERE} from './known-forms.ts'
import type {Span} from './span.ts'
import {isAlphanumeric} from './text-runs.ts'

/** A place in a value at which its first escape may stand. */
interface Place {
  readonly form: KnownForm
  readonly least: number
  readonly at: number
}

/** Before the first character of a value anything may stand. */
const ANYTHING = 0
const BACKSLASH = 92
const SIGNS = [BACKSLASH, 94, 96]
const NO_PLACES: readonly Place[] = []

/**
 * Known values in which some characters are escaped and others are not, each in its own way: what regular expressions, shells, markup and properties take for signs.
 * Looked for from each escape of a text, and only where the value stands as it is before it.
 */
export class EscapedValues {
  /** By the character before the place and the one that stands there. */
  readonly #places = new Map<number, Place[]>()
  /** Whether there is any, by the last bits of both: most escapes are given up at once by it. */
  readonly #isPlace = new Uint8Array(1 << 14)

  constructor(values: Iterable<KnownForm>) {
    for (const form of values)
      if (form.value.length >= SHORTEST_ANYWHERE && /[^\dA-Za-z]/.test(form.value)) this.#add(form)
  }

  #add(form: KnownForm): void {
    const {value} = form
    const least = leastOf(value)
    for (let at = 0; at < value.length; at++) {
      const [before, first] = [at === 0 ? ANYTHING : value.charCodeAt(at - 1), value.charCodeAt(at)]
      const place = {form, least, at}
      const places = this.#places.get(keyOf(before, first))
      if (places) places.push(place)
      else this.#places.set(keyOf(before, first), [place])
      this.#isPlace[bitsOf(before, first)] = 1
    }
  }

  find(text: string, found: Span[]): void {
    const first = this.#places.size === 0 ? text.length : nextEscape(text, 0)
    if (first === text.length) return
    const told: Told = {found, last: new Map()}
    for (let at = first; at < text.length; ) {
      let end = at + 1
      if (ESCAPE_SIGNS[text.charCodeAt(at)] === 1) end = this.#visitSigns(text, at, told)
      else this.#visitReadings(text, at, readingsAt(text, at), told)
      at = nextEscape(text, end)
    }
  }

  /** What signs in a row may begin: the sign behind them, a code, or one of several themselves; one alone that is meant as itself is no escape. Gives their end. */
  #visitSigns(text: string, at: number, told: Told): number {
    const end = endOfSigns(text, at)
    if (end > at + 1) for (const sign of SIGNS) if (isWithin(text, at, end, sign)) this.#visit(text, at, sign, told)
    const next = text.charCodeAt(end)
    if (isAlphanumeric(next)) {
      if (text.charCodeAt(end - 1) === BACKSLASH) this.#visitReadings(text, at, readingsAt(text, end - 1), told)
      return end
    }
    this.#visit(text, at, next, told)
    this.#visitReadings(text, at, readingsAt(text, end), told)
    return end
  }

  /** Those of one escape at several depths begin alike. */
  #visitReadings(text: string, at: number, readings: readonly Reading[], told: Told): void {
    let last = -1
    for (const {made} of readings) {
      const first = made.charCodeAt(0)
      if (first !== last) this.#visit(text, at, first, told)
      last = first
    }
  }

  #visit(text: string, at: number, first: number, told: Told): void {
    if (this.#isPlace[bitsOf(ANYTHING, first)] === 1) this.#visitPlaces(text, at, keyOf(ANYTHING, first), told)
    const before = at === 0 ? ANYTHING : text.charCodeAt(at - 1)
    if (before !== ANYTHING && this.#isPlace[bitsOf(before, first)] === 1)
      this.#visitPlaces(text, at, keyOf(before, first), told)
  }

  #visitPlaces(text: string, at: number, key: number, told: Told): void {
    for (const place of this.#places.get(key) ?? NO_PLACES)
      if (standsBefore(text, at, place.form.value, place.at)) tell(place, text, at, told)
  }
}

/** What was found, and where in it the last span of each value is. */
interface Told {
  readonly found: Span[]
  readonly last: Map<KnownForm, number>
}

/** Spans of one value that overlap become one: a value of one sign stands at every offset of many. */
function tell({form, least, at: before}: Place, text: string, at: number, {found, last}: Told): void {
  const {value, rule} = form
  const {known, end} = reachOf(value, text, at, before)
  if (known < least || known === before) return
  const span: Span = {start: at - before, end, rule, value, isPart: known < value.length}
  const place = last.get(form)
  const earlier = place === undefined ? undefined : found[place]
  if (place !== undefined && earlier && span.start < earlier.end) found[place] = joined(earlier, span)
  else last.set(form, found.push(span) - 1)
}

function joined(last: Span, span: Span): Span {
  return {
    ...last,
    start: Math.min(last.start, span.start),
    end: Math.max(last.end, span.end),
    isPart: last.isPart === true && span.isPart === true,
  }
}

/** Whether the text goes as the value does up to the place; `at` is where the escape begins. */
function standsBefore(text: string, at: number, value: string, length: number): boolean {
  if (length > at) return false
  for (let back = 1; back <= length; back++)
    if (text.charCodeAt(at - back) !== value.charCodeAt(length - back)) return false
  return true
}

function isWithin(text: string, from: number, end: number, code: number): boolean {
  let at = from
  while (at < end && text.charCodeAt(at) !== code) at++
  return at < end
}

function keyOf(before: number, first: number): number {
  return before * 0x10000 + first
}

function bitsOf(before: number, first: number): number {
  return ((before & 127) << 7) | (first & 127)
}

/** How much of a value a text goes on to spell out, and where that ends. */
interface Reach {
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
function reachOf(value: string, text: string, at: number, known: number): Reach {
  const walk = new Walk(value, text)
  walk.add({at, known, isEscaped: false})
  return walk.run()
}

/** Where the longest run of escape signs from `at` on ends. */
function endOfSigns(text: string, at: number): number {
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
