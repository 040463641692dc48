import type {Span} from './span.ts'

/** How far an escape reaches at most: `&amp;#1114111;`. */
const LONGEST = 20
const ENTITY = /&(?:amp;)*(?:#x[\da-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);/gi
const JSON_ESCAPE = /\\(?:u[\da-f]{4}|.)/giy

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
