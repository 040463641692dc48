import {encodingsOf, otherCasesOf} from './encodings.ts'
import {LiteralIndex} from './literal-index.ts'
import {isAlphanumeric} from './text-runs.ts'
import {isOrdinary} from './value-kinds.ts'

/** A text to look for, and how much of its beginning is enough: others cut what they quote. */
export interface Form {
  readonly text: string
  readonly least: number
  readonly known: KnownForm
  /** Looked for by its end: what was cut at the front. */
  readonly isTail?: boolean
}

export interface KnownForm {
  readonly value: string
  readonly rule: string
}

/** Calls `hit` for every form that stands in the text, whole or cut; the longest of one start comes in any order. */
export type Hit = (start: number, end: number, form: Form) => void

/** All forms in one pass. Each is looked for by its least part, so cut ones cost no literal of their own. */
export class FormIndex {
  readonly #forms: readonly Form[]
  readonly #index: LiteralIndex
  /** Characters of the least part of all. */
  readonly shortest: number

  constructor(forms: readonly Form[]) {
    this.#forms = forms
    this.shortest = forms.reduce((least, form) => Math.min(least, form.least), Number.POSITIVE_INFINITY)
    this.#index = new LiteralIndex(
      forms.map(({text, least, isTail}) => (isTail ? text.slice(-least) : text.slice(0, least))),
    )
  }

  scan(text: string, hit: Hit): void {
    let last: Told | undefined
    let joined: Told | undefined
    this.#index.scan(text, (at, which) => {
      const form = this.#forms[which]
      if (!form || (last?.known === form.known && isWithin(text, at, form, last))) return undefined
      if (form.isTail && joined?.known === form.known && isWithin(text, at, form, joined)) return undefined
      const [start, end] = form.isTail ? tailAt(text, at, form) : [at, headEnd(text, at, form)]
      if (end - start !== form.text.length && !isCutPart(text, start, end)) return undefined
      hit(start, end, form)
      const told = {known: form.known, start, end}
      joined = joinedWith(last, joined, told)
      if (form.text.length > form.least || form.isTail) last = told
      return undefined
    })
  }
}

/** The stretch that was told last, and of which value. */
interface Told {
  readonly known: KnownForm
  readonly start: number
  readonly end: number
}

/** The stretches of one value that were told one after the other and overlap, as one. */
function joinedWith(last: Told | undefined, joined: Told | undefined, told: Told): Told | undefined {
  const before = joined ?? last
  if (before?.known !== told.known || told.start >= before.end || told.end <= before.start) return undefined
  return {known: told.known, start: Math.min(before.start, told.start), end: Math.max(before.end, told.end)}
}

/** Whether this form adds nothing to it: a run of one character matches at every offset, and most of them say the same. */
function isWithin(text: string, at: number, {text: form, least, isTail}: Form, {start, end}: Told): boolean {
  if (at < start || at + least > end) return false
  const further = isTail ? at + least - start + 1 : end - at + 1
  if (further > form.length) return true
  return isTail
    ? start === 0 || !isSame(text, start - 1, form.slice(-further))
    : !isSame(text, at, form.slice(0, further), further - 1)
}

/** Whether a piece stands there. The character `first` is compared before the others: most of the time it tells. */
function isSame(text: string, at: number, piece: string, first = 0): boolean {
  if (text.charCodeAt(at + first) !== piece.charCodeAt(first)) return false
  return text.startsWith(piece, at)
}

/**
 * How far the text goes on as the form does, also behind blanks where somebody wrapped it and made one line of that. Step by step: comparing pieces
 * costs more, however they are chosen.
 */
function headEnd(text: string, at: number, {text: form, least}: Form): number {
  let known = least
  let end = at + least
  while (known < form.length) {
    if (text.charCodeAt(end) === form.charCodeAt(known)) {
      known++
      end++
      continue
    }
    const next = behindFold(text, end)
    const piece = form.slice(known, known + LEAST_PIECE)
    if (next === end || !text.startsWith(piece, next)) break
    known += piece.length
    end = next + piece.length
  }
  return end
}

/** Least characters of a value that must follow a fold, if that many are left. */
const LEAST_PIECE = 4
const LONGEST_FOLD = 80

/** Behind blanks and line ends, and a backslash before them; where there are none, the place itself. */
function behindFold(text: string, from: number): number {
  let at = text.charCodeAt(from) === 92 ? from + 1 : from
  const most = at + LONGEST_FOLD
  const begin = at
  while (at < most && isBlank(text.charCodeAt(at))) at++
  return at === begin ? from : at
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13)
}

function tailAt(text: string, at: number, {text: form, least}: Form): [number, number] {
  const end = at + least
  let known = least
  while (
    known < form.length &&
    known < end &&
    text.charCodeAt(end - known - 1) === form.charCodeAt(form.length - known - 1)
  )
    known++
  return [end - known, end]
}

/** Part of a value is taken for a cut one, unless it is a word of its own, or only the beginning or end of another. */
export function isCutPart(text: string, start: number, end: number): boolean {
  const part = text.slice(start, end)
  if (!/^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)$/.test(part)) return true
  const isWithin = isAlphanumeric(text.charCodeAt(end)) || (start > 0 && isAlphanumeric(text.charCodeAt(start - 1)))
  return !isWithin && !isOrdinary(part)
}

/** Shorter values are found as whole words only, and never by a part. */
export const SHORTEST_ANYWHERE = 6
const LONGEST_LEAST = 12
const LEAST_SHARE = 0.6
/** What many values begin with and everybody may know: the way to a host, the label of a key, the header of a JWT, a scheme. */
const PUBLIC_START =
  /^(?:[a-z][a-z\d+.-]*:\/\/[^\s/@]*\/?|-----BEGIN [A-Z \d]+-----\s*|eyJ[\w-]+\.|(?:Bearer|Basic|Token) )/

/** Everything to look for in text because of one value. */
export function formsOf(known: KnownForm): Form[] {
  const {value} = known
  if (value.length < SHORTEST_ANYWHERE) return [{text: value, least: value.length, known}]
  const least = leastOf(value)
  const heads = encodingsOf(value).map((text) => ({text, least: scaled(text, value, least), known}))
  const cases = otherCasesOf(value).map((text) => ({text, least: text.length, known}))
  return isCutAtFront(value)
    ? [...heads, ...cases, {text: value, least: endOf(value.length), known, isTail: true}]
    : [...heads, ...cases]
}

/** Twelve characters or three fifths, behind what everybody may know. */
export function leastOf(value: string): number {
  const open = publicStartOf(value)
  return Math.min(value.length, open + endOf(value.length - open))
}

/** How much of a value's beginning everybody may know. */
export function publicStartOf(value: string): number {
  return PUBLIC_START.exec(value)?.[0].length ?? 0
}

function endOf(length: number): number {
  return Math.min(length, Math.max(SHORTEST_ANYWHERE, Math.min(LONGEST_LEAST, Math.ceil(length * LEAST_SHARE))))
}

/** Length of the encoded form that corresponds to `least` characters of the value. */
function scaled(form: string, value: string, least: number): number {
  if (form === value) return least
  return Math.min(form.length, Math.max(LONGEST_LEAST, Math.ceil((form.length * least) / value.length)))
}

/** Addresses, sentences and keys end as many others do. */
function isCutAtFront(value: string): boolean {
  return !/\s|:\/\//.test(value)
}
