import {LiteralIndex} from './literal-index.ts'

/** How far an escape reaches at most: `&amp;#1114111;`. */
const LONGEST = 20
const ENTITY = /&(?:amp;)*(?:#x[\da-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);/gi
const JSON_ESCAPE = /\\(?:u[\da-f]{4}|.)/giy

/** A stretch of text that must not leave as it is: `[start, end)` in UTF-16 units. */
export interface Span {
  readonly start: number
  readonly end: number
  readonly rule: string
  /** What the stretch stands for where that is not its own text: equal values get equal numbers. */
  readonly value?: string
  /** Printed instead of a numbered mark: `<home>`, `<path>/`. */
  readonly shown?: string
  /** Dropped for tidiness: masked, but no finding (the query of an ordinary address). */
  readonly tidy?: boolean
  /** Only part of a known value, as somebody else cut it. */
  readonly isPart?: boolean
}

/** Looks through text whose marks are veiled and adds what it finds, in any order, overlaps allowed. */
export interface SpanFinder {
  (text: string, found: Span[]): void
  /** Without one of these, in letters of either case, it finds nothing; three characters or more. Absent where it looks at every text. */
  hints?: readonly string[]
}

/** Sorted by start and free of overlaps; what overlaps becomes one span that covers both. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1)
    if (last && span.start < last.end) merged[merged.length - 1] = join(last, span)
    else if (span.end > span.start) merged.push(span)
  }
  return merged
}

/** What is known to be secret says so, whatever else was seen around it; a real finding goes before what is only tidied away. */
function join(outer: Span, span: Span): Span {
  const weak = outer.shown !== undefined || outer.tidy === true
  const isKnown = span.value !== undefined && outer.value === undefined
  if (span.end <= outer.end && !isKnown)
    return outer.tidy && !span.tidy ? {...outer, rule: span.rule, tidy: false} : outer
  return {
    start: outer.start,
    end: Math.max(outer.end, span.end),
    rule: weak || isKnown ? span.rule : outer.rule,
    tidy: weak && span.tidy === true,
    ...(outer.value !== undefined && outer.value === span.value ? {value: outer.value} : {}),
  }
}

/** Several finders of which most have nothing to do with most texts: one pass over a text tells which of them to ask. */
export class FinderSet {
  readonly #finders: readonly SpanFinder[]
  /** By finder, the last text that had a hint for it. */
  readonly #hinted: Float64Array
  #hints: {readonly index: LiteralIndex; readonly owners: readonly number[]} | undefined
  #texts = 0

  constructor(finders: readonly SpanFinder[]) {
    this.#finders = finders
    this.#hinted = new Float64Array(finders.length)
  }

  find(text: string, found: Span[]): void {
    this.#hints ??= hintsOf(this.#finders)
    const {index, owners} = this.#hints
    const now = ++this.#texts
    index.scan(text, (_, which) => {
      this.#hinted[owners[which] ?? 0] = now
      return undefined
    })
    this.#finders.forEach((find, at) => {
      if (find.hints === undefined || this.#hinted[at] === now) find(text, found)
    })
  }
}

function hintsOf(finders: readonly SpanFinder[]) {
  const all = finders.flatMap(({hints = []}, owner) => hints.map((hint) => ({hint, owner})))
  const index = new LiteralIndex(
    all.map(({hint}) => hint),
    {ignoreCase: true},
  )
  return {index, owners: all.map(({owner}) => owner)}
}

/** Spans that cut no entity in two: half of one is no markup. What they cover is the same, or more. */
export function withWholeEntities(spans: readonly Span[], text: string): readonly Span[] {
  if (spans.length === 0 || !text.includes('&')) return spans
  return spans.map((span) => {
    const start = entityAround(text, span.start)?.start ?? span.start
    const end = entityAround(text, span.end)?.end ?? span.end
    return start === span.start && end === span.end ? span : {...span, start, end}
  })
}

/** Spans of finished JSON that cut no escape behind a backslash in two: half of one makes the whole document unreadable. */
export function withWholeJsonEscapes(spans: readonly Span[], text: string): readonly Span[] {
  return spans.map((span) => {
    const start = jsonEscapeAround(text, span.start)?.start ?? span.start
    const end = jsonEscapeAround(text, span.end)?.end ?? span.end
    return start === span.start && end === span.end ? span : {...span, start, end}
  })
}

interface Stretch {
  readonly start: number
  readonly end: number
}

/** The entity with its beginning before the place and its end behind it. */
function entityAround(text: string, at: number): Stretch | undefined {
  const from = Math.max(0, at - LONGEST)
  for (const {0: all, index} of text.slice(from, at + LONGEST).matchAll(ENTITY)) {
    const [start, end] = [from + index, from + index + all.length]
    if (start < at && end > at) return {start, end}
  }
  return undefined
}

/** Escapes are counted from the last place that is none: before it stands no backslash. */
function jsonEscapeAround(text: string, at: number): Stretch | undefined {
  let from = text.lastIndexOf('\\', at - 1)
  if (at === 0 || from < 0 || at - from > 5) return undefined
  while (text[from - 1] === '\\') from--
  for (JSON_ESCAPE.lastIndex = from; JSON_ESCAPE.lastIndex < at; ) {
    const start = JSON_ESCAPE.lastIndex
    if (!JSON_ESCAPE.test(text)) return undefined
    if (JSON_ESCAPE.lastIndex > at) return {start, end: JSON_ESCAPE.lastIndex}
  }
  return undefined
}
