import {escapeXml} from './xml.ts'

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
