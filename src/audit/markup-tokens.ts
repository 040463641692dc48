/** A piece of markup, with the elements that it stands in, the outermost first. */
export type Token =
  | {readonly kind: 'text'; readonly text: string; readonly within: readonly string[]}
  | {
      readonly kind: 'element'
      readonly name: string
      readonly attributes: ReadonlyMap<string, string>
      readonly within: readonly string[]
    }

/** Marks of places: a copy may have masked a text that was markup already. They are no elements that anything knows. */
const PLACE = '<(?:workspace|cwd|home|temp|path)>'
const TEXT = new RegExp(`(?:[^<>]|${PLACE})+`, 'y')
const OPEN = new RegExp(`<([a-z][a-z0-9-]*)((?: [A-Za-z][A-Za-z0-9-]*(?:="(?:[^"<>]|${PLACE})*")?)*)(/?)>`, 'y')
const CLOSE = /<\/([a-z][a-z0-9-]*)>/y
const ATTRIBUTE = / ([A-Za-z][A-Za-z0-9-]*)(?:="([^"]*)")?/g
/** Elements of HTML without an end. */
const VOID: ReadonlySet<string> = new Set(['br'])

/**
 * Markup as our own renderers write it: elements in small letters, attributes in double quotes, each once, everything closed in its order, no
 * comment, no declaration. Undefined for anything else, however a browser would read it.
 */
export function tokensOf(markup: string): Token[] | undefined {
  const tokens: Token[] = []
  const open: string[] = []
  for (let at = 0; at < markup.length; ) {
    const piece = pieceAt(markup, at)
    if (piece === undefined) return undefined
    if (piece.kind === 'end') {
      if (open.pop() !== piece.name) return undefined
    } else tokens.push({...piece, within: [...open]})
    if (piece.kind === 'element' && !piece.isEmpty) open.push(piece.name)
    at += piece.length
  }
  return open.length === 0 ? tokens : undefined
}

function pieceAt(markup: string, at: number) {
  const [text] = matchAt(TEXT, markup, at) ?? []
  if (text !== undefined) return {kind: 'text', text, length: text.length} as const
  const [closed, ended = ''] = matchAt(CLOSE, markup, at) ?? []
  if (closed !== undefined) return {kind: 'end', name: ended, length: closed.length} as const
  const [tag, name = '', given = '', end] = matchAt(OPEN, markup, at) ?? []
  const attributes = attributesOf(given)
  if (tag === undefined || attributes === undefined) return undefined
  return {kind: 'element', name, attributes, isEmpty: end === '/' || VOID.has(name), length: tag.length} as const
}

function matchAt(form: RegExp, markup: string, at: number): RegExpExecArray | null {
  form.lastIndex = at
  return form.exec(markup)
}

/** Undefined where one is given twice: the first would count, whatever the second says. */
function attributesOf(given: string): ReadonlyMap<string, string> | undefined {
  const all = [...given.matchAll(ATTRIBUTE)]
  const attributes = new Map(all.map(([, name = '', value = '']) => [name, value]))
  return attributes.size === all.length ? attributes : undefined
}
