import {base64Forms} from './encodings.ts'
import {isCutPart, type KnownForm, publicStartOf} from './known-forms.ts'
import {isDrawn} from './readable.ts'

/** Characters of a value that are enough wherever they stand in it. */
const WINDOW = 12
/** One look at so many characters tells most places of a text from all windows. */
const GRAM = 4
/** Every window has a gram at one of so many places in a row. */
const STEP = WINDOW - GRAM + 1
/** What is beyond is looked for by its ends only: four bytes a window. */
const MOST_WINDOWS = 1 << 21
const PRIME = 0x9e3779b1

interface Piece {
  readonly text: string
  readonly known: KnownForm
  /** How much of this form says twelve characters of the value. */
  readonly least: number
  readonly isTaken: (at: number) => boolean
}

/** Where a window stands in all pieces, and whose it is. */
interface Tables {
  readonly grams: Uint8Array
  /** 1 + offset in `text`; 0 where nothing is. */
  readonly windows: Int32Array
  readonly text: string
  readonly pieces: readonly Piece[]
  readonly starts: readonly number[]
}

/**
 * Finds any twelve characters or more of values, not their ends alone: what a dump, a wrapped line or a source cuts out of the middle.
 * Only one place in nine is looked at; a run of one character costs as little as any other text.
 */
export class ValuePieces {
  readonly #tables: Tables

  constructor(values: Iterable<KnownForm>) {
    this.#tables = tablesOf([...values].filter(({value}) => value.length > WINDOW).flatMap(piecesOf))
  }

  find(text: string, hit: (start: number, end: number, known: KnownForm) => void): void {
    const {grams, pieces} = this.#tables
    if (pieces.length === 0) return
    const mask = grams.length - 1
    const last = text.length - GRAM
    for (let at = STEP - 1; at <= last; at += STEP)
      if (grams[gramAt(text, at) & mask] === 1) at = this.#around(text, at, hit)
  }

  /** The stretch of windows around a gram, told if it is one; gives where the next look counts from. */
  #around(text: string, at: number, hit: (start: number, end: number, known: KnownForm) => void): number {
    let start = at - STEP + 1
    let piece = this.#pieceAt(text, start)
    while (piece === undefined && start < at) piece = this.#pieceAt(text, ++start)
    if (piece === undefined) return at
    let {least} = piece
    let from = start
    for (let next = this.#pieceAt(text, from + 1); next; next = this.#pieceAt(text, ++from + 1))
      least = Math.min(least, next.least)
    const end = from + WINDOW
    if (end - start >= least && isCutPart(text, start, end)) hit(start, end, piece.known)
    return from
  }

  #pieceAt(text: string, at: number): Piece | undefined {
    if (at < 0 || at + WINDOW > text.length) return undefined
    const {windows, pieces, starts, text: all} = this.#tables
    const slot = slotOf(windows, all, text, at)
    const place = windows[slot] ?? 0
    return place === 0 ? undefined : pieces[lastBelow(starts, place - 1)]
  }
}

function piecesOf(known: KnownForm): Piece[] {
  const {value} = known
  const bytes = Buffer.from(value.toWellFormed(), 'utf8')
  const open = publicStartOf(value)
  // Addresses and sentences are made of what everybody may know: only what looks drawn counts.
  const isTold = /\s|:\/\//.test(value)
  const raw = (at: number) => at >= open && !(isTold && !isDrawn(value.slice(at, at + WINDOW)))
  const share = open / value.length
  const encoded = (length: number) => (at: number) => at >= Math.ceil(share * length)
  return [
    {text: value, known, least: WINDOW, isTaken: raw},
    ...[...new Set(base64Forms(bytes))].map((text) => ({
      text,
      known,
      least: Math.ceil((WINDOW * 4) / 3),
      isTaken: encoded(text.length),
    })),
    {text: bytes.toString('hex'), known, least: WINDOW * 2, isTaken: encoded(bytes.length * 2)},
  ]
}

/** Raw values first: where not all have room, these are what stands in most texts. */
function tablesOf(unsorted: readonly Piece[]): Tables {
  const pieces = unsorted.toSorted((a, b) => a.least - b.least)
  const text = pieces.map((piece) => piece.text).join('')
  const count = Math.min(text.length, MOST_WINDOWS)
  const windows = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 2)))
  const grams = new Uint8Array(2 ** Math.min(22, Math.max(12, Math.ceil(Math.log2(16 * count + 1)))))
  const starts: number[] = []
  let begin = 0
  for (const piece of pieces) {
    starts.push(begin)
    const last = Math.min(piece.text.length, count - begin) - WINDOW
    let marked = 0
    for (let at = 0; at <= last; at++) {
      if (!isVaried(text, begin + at) || !piece.isTaken(at)) continue
      const slot = slotOf(windows, text, text, begin + at)
      if (windows[slot] !== 0) continue
      windows[slot] = begin + at + 1
      // Most of the grams are those of the window before.
      for (marked = Math.max(marked, at); marked < at + STEP; marked++)
        grams[gramAt(text, begin + marked) & (grams.length - 1)] = 1
    }
    begin += piece.text.length
  }
  return {grams, windows, text, pieces, starts}
}

/** Whether a window has four signs; one of fewer is a rule, a filling or a row of zeros. */
function isVaried(text: string, from: number): boolean {
  let [second, third] = [-1, -1]
  const first = text.charCodeAt(from)
  for (let at = from + 1; at < from + WINDOW; at++) {
    const code = text.charCodeAt(at)
    if (code === first || code === second || code === third) continue
    if (second < 0) second = code
    else if (third < 0) third = code
    else return true
  }
  return false
}

/** Where this window of a text is kept, or would be. */
function slotOf(windows: Int32Array, all: string, text: string, at: number): number {
  const mask = windows.length - 1
  let slot = hashOf(text, at) & mask
  for (let place = windows[slot] ?? 0; place !== 0 && !isSame(all, place - 1, text, at); place = windows[slot] ?? 0)
    slot = (slot + 1) & mask
  return slot
}

function isSame(all: string, place: number, text: string, at: number): boolean {
  for (let next = 0; next < WINDOW; next++)
    if (all.charCodeAt(place + next) !== text.charCodeAt(at + next)) return false
  return true
}

function hashOf(text: string, from: number): number {
  let hash = 0
  for (let at = from; at < from + WINDOW; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  return hash ^ (hash >>> 15)
}

function gramAt(text: string, at: number): number {
  const four =
    text.charCodeAt(at) |
    (text.charCodeAt(at + 1) << 8) |
    (text.charCodeAt(at + 2) << 16) |
    (text.charCodeAt(at + 3) << 24)
  return Math.imul(four, PRIME) >>> 10
}

function lastBelow(starts: readonly number[], place: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}
