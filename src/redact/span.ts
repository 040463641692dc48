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
  }
}
