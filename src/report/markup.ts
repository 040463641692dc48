import {cutText} from '#error/cut-text'

// What XML 1.0 allows: tab, line feed, carriage return and everything from space on but surrogates and two non-characters.
const ILLEGAL = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Text for an element or a quoted attribute of XML or HTML; characters that XML 1.0 cannot hold are left out. Source: XML 1.0, production 2. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(ILLEGAL, '')
    .replaceAll(/[&<>"'\t\n\r]/g, (mark) => ENTITIES[mark] ?? mark)
}

type Attributes = Readonly<Record<string, string | number | undefined>>

/** One element; attributes and texts are escaped, children are markup already. Numbers keep two digits. */
export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const text = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(typeof value === 'number' ? place(value) : String(value))}"`)
    .join('')
  return children.length === 0 ? `<${name}${text}/>` : `<${name}${text}>${children.join('')}</${name}>`
}

export function label(text: string, attributes: Attributes): string {
  return element('text', attributes, escapeXml(text))
}

/** What a pointer over the mark is told. */
export function hint(text: string): string {
  return element('title', {}, escapeXml(text))
}

/** A path through the points. */
export function pathThrough(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${place(x)} ${place(y)}`).join('')
}

function place(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** What fits into the room before a row at 12 pixels a letter's height. */
const FITS = 38
/** Words over an axis that begins at the edge would be cut. */
const MIN_LETTERS = 8
const MOST_LINES = 3
const LINE = 13
/** Ends of words and of parts of a name. */
const PARTS = /[^ /.:_-]*[ /.:_-]?/g

/** A label on as few lines as it needs, broken where words or parts of a name end; what does not fit at all is cut. */
export function wrapLabel(text: string): string[] {
  const lines: string[] = []
  for (const part of text.match(PARTS) ?? []) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + part.length <= FITS) lines[lines.length - 1] = last + part
    else if (part !== '') lines.push(part)
  }
  const shown = lines.map((one) => cutText(one.trim(), FITS))
  return shown.length <= MOST_LINES ? shown : [...shown.slice(0, MOST_LINES - 1), '…']
}

/** How high every row is: enough for the one with the most lines. */
export function lineHeight(rows: readonly {readonly words: readonly string[]}[], least: number): number {
  return least + LINE * (Math.max(1, ...rows.map(({words}) => words.length)) - 1)
}

const A_LETTER = 7
/** What stands between a label and the axis: the sign. */
const BESIDE = 34

/** Where the axis begins: behind the longest label. */
export function labelRoom(rows: readonly {readonly words: readonly string[]}[]): number {
  return BESIDE + A_LETTER * Math.max(MIN_LETTERS, ...rows.flatMap(({words}) => words.map(({length}) => length)))
}

/** The lines of a label, ending at `x`, their middle at `y`. */
export function rowLabel(words: readonly string[], {x, y}: {readonly x: number; readonly y: number}): string[] {
  const first = y + 4 - (LINE * (words.length - 1)) / 2
  return words.map((text, at) => label(text, {x, y: first + LINE * at, 'text-anchor': 'end'}))
}
