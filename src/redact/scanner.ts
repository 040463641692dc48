import {makeVisible, withoutNoise} from './controls.ts'
import {secrecyOf} from './key-names.ts'
import {isTokenCount} from './keyword-values.ts'
import type {Layers} from './layers.ts'
import {ALL_RULES, isVeiled, touchesVeil, veilMarks} from './mark.ts'
import {RegisteredValues} from './registered-values.ts'
import {FinderSet, mergeSpans, type Span, type SpanFinder, withWholeEntities, withWholeJsonEscapes} from './span.ts'
import {isPlain} from './value-kinds.ts'

/** Text with its control characters visible, and what in it must not leave; offsets are those of the text given. */
export interface Scan {
  readonly text: string
  readonly spans: readonly Span[]
}

const NOTHING: readonly Span[] = []
/** Ids, digests and times as every event has them, each another: no rule but that of registered values has to do with them. */
const PLAIN = /^(?:[0-9a-f]{16}|[0-9a-f]{32}|sha256:[0-9a-f]{64}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/
const PLAIN_LENGTHS: ReadonlySet<number> = new Set([16, 24, 32, 71])
const LONGEST_REMEMBERED = 64
const MOST_REMEMBERED = 8_192

/** Runs the layers over one text. Short texts found clean are remembered: documents repeat their words. */
export class Scanner {
  readonly registered = new RegisteredValues()
  readonly #layers: Layers
  readonly #finders: FinderSet
  readonly #clean = new Set<string>()
  readonly #ordinary = new Set<string>()

  constructor(layers: Layers, hostPaths: SpanFinder) {
    this.#layers = layers
    this.#finders = new FinderSet(layers.hostPaths ? [...layers.finders, hostPaths] : layers.finders)
  }

  /** To be called when a value was registered: texts found clean before may contain it. */
  forget(): void {
    this.#clean.clear()
    this.#ordinary.clear()
  }

  /** Whether a value goes as a whole because of its name; the words of a mark in a name say nothing. */
  hides(name: string, value: unknown): boolean {
    if (!this.#layers.keyNames) return false
    const secrecy = secrecyOf(veilMarks(name, this.registered.rules))
    if (secrecy === 'secret') return !this.#mayStay(name, value)
    return secrecy === 'likely' && typeof value === 'string' && !isPlain(value) && !this.#mayStay(name, value)
  }

  /** Marks already, a count of tokens, or of what a rule masked under the name of the rule. */
  #mayStay(name: string, value: unknown): boolean {
    if (typeof value === 'number') {
      if (isTokenCount(name, String(value))) return true
      return isCount(value) && (ALL_RULES.has(name) || this.registered.rules.has(name))
    }
    if (typeof value !== 'string' || !value.includes('[redacted:')) return false
    return isVeiled(veilMarks(value, this.registered.rules))
  }

  /** Whether nothing is in a text, as far as that is seen at once. */
  isKnownClean(text: string): boolean {
    if (text.length <= LONGEST_REMEMBERED && this.#clean.has(text)) return true
    return PLAIN_LENGTHS.has(text.length) && PLAIN.test(text) && this.#holdsNothingRegistered(text)
  }

  /** Whether a name is known to be clean and to hide no value, whatever it is. */
  isOrdinaryName(name: string): boolean {
    return this.#ordinary.has(name) || this.#learnName(name)
  }

  scan(text: string): Scan {
    if (this.isKnownClean(text)) return {text, spans: NOTHING}
    const scan = this.#scan(text)
    if (scan.spans.length === 0 && scan.text === text && text.length <= LONGEST_REMEMBERED) remember(this.#clean, text)
    return scan
  }

  /** Registered values that a list of numbers spells out, byte by byte. */
  bytesIn(items: readonly unknown[]): readonly Span[] {
    const found: Span[] = []
    if (this.#layers.registered) this.registered.findBytes(items, found)
    return found
  }

  /** The last look, at JSON that is ready to leave: registered values only. */
  sweep(text: string): Scan {
    if (!this.#layers.sweep || text.length < this.registered.shortest) return {text, spans: NOTHING}
    const found: Span[] = []
    this.registered.find(text, found)
    if (found.length === 0) return {text, spans: NOTHING}
    const whole = this.#layers.escapes ? withWholeJsonEscapes(found, text) : found
    return {text, spans: newIn(whole, text, veilMarks(text, this.registered.rules))}
  }

  #scan(text: string): Scan {
    const visible = this.#layers.controls ? makeVisible(text) : text
    const veiled = veilMarks(visible, this.registered.rules)
    const found: Span[] = []
    if (this.#layers.registered) {
      // A secret may hold what looks like a mark of ours, so it is looked for before the marks are hidden.
      if (visible !== text) this.registered.find(text, found)
      this.registered.find(visible, found)
      this.registered.findSpelled(visible, found)
    }
    this.#finders.find(veiled, found)
    const quiet = this.#layers.controls ? withoutNoise(veiled) : undefined
    if (quiet) found.push(...this.#findQuiet(quiet))
    const whole = this.#layers.escapes ? withWholeEntities(found, visible) : found
    return {text: visible, spans: newIn(whole, visible, veiled)}
  }

  #learnName(name: string): boolean {
    const isOrdinary =
      this.#clean.has(name) && name !== '__proto__' && !name.includes('[redacted:') && secrecyOf(name) === undefined
    if (isOrdinary) remember(this.#ordinary, name)
    return isOrdinary
  }

  #holdsNothingRegistered(text: string): boolean {
    if (this.registered.shortest > text.length) return true
    const found: Span[] = []
    this.registered.find(text, found)
    return found.length === 0
  }

  #findQuiet(quiet: NonNullable<ReturnType<typeof withoutNoise>>): Span[] {
    const found: Span[] = []
    if (this.#layers.registered) this.registered.find(quiet.text, found)
    this.#finders.find(quiet.text, found)
    return found.map((span) => ({...span, start: quiet.origin(span.start), end: quiet.origin(span.end - 1) + 1}))
  }
}

function remember(texts: Set<string>, text: string): void {
  if (texts.size >= MOST_REMEMBERED) texts.clear()
  texts.add(text)
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 1_000_000
}

/** Nothing but marks; and part of a secret that looks like a mark is rather a mark. */
function isMarked(span: Span, veiled: string): boolean {
  return isVeiled(veiled) || (span.isPart === true && touchesVeil(veiled))
}

/** Findings without those that lie entirely inside marks. */
function newIn(found: readonly Span[], text: string, veiled: string): readonly Span[] {
  const news = veiled === text ? found : found.filter((span) => !isMarked(span, veiled.slice(span.start, span.end)))
  return news.length === 0 ? NOTHING : mergeSpans(news)
}
