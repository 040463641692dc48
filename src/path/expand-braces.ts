import type {PatternFault} from './pattern-fault.ts'

const MOST_TEXTS = 64
const MOST_DEPTH = 4

/** What stands in a row: text, or a choice between rows. */
type Row = (string | Choice)[]
interface Choice {
  readonly rows: Row[]
}

/** Every text that the braces of a pattern allow, as a shell spells them out; counted before any is made. */
export function expandBraces(pattern: string): {readonly texts: readonly string[]} | PatternFault {
  const read = readRow(pattern, 0, 0)
  if ('message' in read) return read
  if (read.end < pattern.length) return {at: read.end, message: 'has a } that closes nothing'}
  if (countOf(read.row) > MOST_TEXTS) {
    return {at: pattern.indexOf('{'), message: `must not stand for more than ${MOST_TEXTS} patterns`}
  }
  return {texts: [...new Set(textsOf(read.row))]}
}

/** Up to the comma or brace that ends it; at the outermost level commas are text. */
function readRow(pattern: string, start: number, depth: number): {row: Row; end: number} | PatternFault {
  const row: Row = []
  for (let at = start; ; ) {
    const next = nextOf(pattern, at, depth)
    if (next > at) row.push(pattern.slice(at, next))
    if (pattern[next] !== '{') return {row, end: next}
    const choice = readChoice(pattern, next, depth + 1)
    if ('message' in choice) return choice
    row.push({rows: choice.rows})
    at = choice.end
  }
}

function nextOf(pattern: string, start: number, depth: number): number {
  const stops = depth === 0 ? '{}' : '{},'
  let at = start
  while (at < pattern.length && !stops.includes(pattern[at] ?? '')) at++
  return at
}

function readChoice(pattern: string, open: number, depth: number): {rows: Row[]; end: number} | PatternFault {
  if (depth > MOST_DEPTH) return {at: open, message: `must not nest braces more than ${MOST_DEPTH} deep`}
  const rows: Row[] = []
  for (let at = open + 1; ; ) {
    const read = readRow(pattern, at, depth)
    if ('message' in read) return read
    rows.push(read.row)
    at = read.end + 1
    if (pattern[read.end] === ',') continue
    if (pattern[read.end] !== '}') return {at: open, message: 'has a { that is never closed'}
    return rows.length > 1 ? {rows, end: at} : {at: open, message: 'has braces without a comma: they choose nothing'}
  }
}

function countOf(row: Row): number {
  return row.reduce((count, part) => count * (typeof part === 'string' ? 1 : sum(part.rows.map(countOf))), 1)
}

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)

function textsOf(row: Row): string[] {
  let texts = ['']
  for (const part of row) {
    const ends = typeof part === 'string' ? [part] : part.rows.flatMap(textsOf)
    texts = texts.flatMap((text) => ends.map((end) => text + end))
  }
  return texts
}
