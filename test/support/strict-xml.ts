export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
}

const ILLEGAL = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u
const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#([0-9]+));/g
const NAMED: Readonly<Record<string, string>> = {amp: '&', lt: '<', gt: '>', quot: '"', apos: "'"}
const TOKEN = /<\?xml [^?]*\?>|<(\/?)([A-Za-z_][\w-]*)((?:\s+[A-Za-z_][\w-]*="[^"<]*")*)\s*(\/?)>|[^<]+/gy

type Open = {name: string; attributes: Record<string, string>; children: Open[]; text: string}
const elementOf = (name: string, attributes = ''): Open => ({
  name,
  attributes: readAttributes(attributes),
  children: [],
  text: '',
})

/** Reads the XML that the JUnit renderer may write, and refuses everything else: a small strict reader for tests. */
export function readXml(source: string): Element {
  if (ILLEGAL.test(source)) throw new Error('illegal character')
  const root = elementOf('')
  const open = [root]
  const tokens = [...source.matchAll(TOKEN)]
  for (const token of tokens) take(token, open)
  if (tokens.map(([whole]) => whole).join('') !== source) throw new Error('not well-formed')
  const [only] = root.children
  if (!only || root.children.length !== 1 || open.length !== 1 || root.text.trim())
    throw new Error('not one closed root')
  return only
}

function take([whole, closing, name = '', attributes, selfClosing]: RegExpExecArray, open: Open[]): void {
  const top = open.at(-1)!
  if (whole.startsWith('<?')) return
  if (!whole.startsWith('<')) {
    top.text += decode(whole)
  } else if (closing) {
    if (top.name !== name) throw new Error(`</${name}> closes <${top.name}>`)
    open.pop()
  } else {
    const element = elementOf(name, attributes)
    top.children.push(element)
    if (!selfClosing) open.push(element)
  }
}

/** All elements of a name, at any depth. */
export function findAll(element: Element, name: string): Element[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...findAll(child, name)])
}

function readAttributes(source: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, name = '', value = ''] of source.matchAll(/([\w-]+)="([^"]*)"/g)) {
    if (name in found) throw new Error(`attribute ${name} twice`)
    found[name] = decode(value.replaceAll(/[\t\n\r]/g, ' '))
  }
  return found
}

function decode(text: string): string {
  if (text.replaceAll(ENTITY, '').includes('&')) throw new Error('bare &')
  return text.replaceAll(ENTITY, (_, name, code) => NAMED[name] ?? String.fromCodePoint(Number(code)))
}
