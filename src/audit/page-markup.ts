import {type Token, tokensOf} from './markup-tokens.ts'

type Forms = Readonly<Record<string, RegExp>>

const ANY = /^[\s\S]*$/
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]\d+)?$/
const NUMBERS = '-?\\d+(?:\\.\\d+)?(?:e[+-]\\d+)?'
const MOVED = new RegExp(`^(?:translate|matrix)\\(${NUMBERS}(?: ${NUMBERS}){1,5}\\)$`)
const PATH = new RegExp(`^(?:[ML]${NUMBERS} ${NUMBERS})*Z?$`)
const TONE = /^(?:good|bad|warning|neutral)$/
const LAYER = /^(?:goal|actuated|other|wall|frame)$/
const SERIES = /^(?:s[0-5]|good|bad|warning|neutral)$/
const NONE: Forms = {}

/** What pages are made of, with the attributes that each may have; scripts, styles, links to elsewhere and their like are none of it. */
const PAGE: Readonly<Record<string, Forms>> = {
  h1: NONE,
  h2: NONE,
  h3: NONE,
  p: NONE,
  br: NONE,
  strong: {class: TONE},
  span: {class: /^(?:good|bad|warning|neutral|swatch (?:goal|actuated|other|wall|frame))$/},
  ul: {class: /^(?:failed|legend)$/},
  li: NONE,
  // A part of the page, or a file of the run.
  a: {href: /^(?:#[\w.-]+|\.\.\/[^:\\]+)$/},
  nav: {'aria-label': /^Contents$/},
  details: {id: /^[\w.-]+$/, open: /^$/},
  summary: NONE,
  dl: {class: /^terms$/},
  dt: NONE,
  dd: {title: ANY},
  div: {class: /^scroll$/, role: /^region$/, tabindex: /^0$/, 'aria-label': ANY},
  table: NONE,
  caption: NONE,
  thead: NONE,
  tbody: NONE,
  tr: NONE,
  th: {scope: /^(?:col|row)$/, class: /^number$/, title: ANY},
  td: {class: /^number$/, title: ANY},
  figure: NONE,
  figcaption: NONE,
}

/** What pictures are made of. */
const PICTURE: Readonly<Record<string, Forms>> = {
  title: NONE,
  g: {class: SERIES, transform: MOVED},
  line: {x1: NUMBER, x2: NUMBER, y1: NUMBER, y2: NUMBER, class: /^(?:grid|rule|reference|curve)$/},
  path: {d: PATH, class: /^(?:curve|band)$/},
  circle: {cx: NUMBER, cy: NUMBER, r: NUMBER, class: /^(?:dot|goal|actuated|other|wall)$/},
  rect: {
    ...{x: NUMBER, y: NUMBER, width: NUMBER, height: NUMBER, transform: MOVED},
    class: new RegExp(`^bar$|${LAYER.source}`),
  },
  text: {x: NUMBER, y: NUMBER, 'text-anchor': /^(?:middle|end)$/, class: /^(?:axis|sign|inside)$/},
}
const SVG: Forms = {
  viewBox: /^0 0 \d{1,3}(?:\.\d+)? \d{1,5}(?:\.\d+)?$/,
  role: /^img$/,
  class: /^plot$/,
  'aria-label': ANY,
}

/** Elements that stand in no other: of a section they would be the page's. */
const TOP: ReadonlySet<string> = new Set(['h1', 'p', 'nav', 'details'])

/** The pieces of a body of a page, or of a part of one; undefined where it holds what no page of ours does. */
export function pageTokens(markup: string): Token[] | undefined {
  const tokens = tokensOf(markup)
  return tokens?.every(isOurs) ? tokens : undefined
}

/** Whether the inside of a section holds nothing that acts outside it. */
export function isSectionMarkup(markup: string): boolean {
  const tokens = pageTokens(markup)
  return tokens?.every((one) => one.kind === 'text' || !(TOP.has(one.name) || one.name === 'summary')) === true
}

function isOurs(token: Token): boolean {
  const {within} = token
  const isDrawn = within.includes('svg')
  if (token.kind === 'text') return !isDrawn || within.at(-1) === 'text' || within.at(-1) === 'title'
  const {name, attributes} = token
  if (TOP.has(name) && within.length > 0) return false
  if (isDrawn && (within.at(-1) === 'text' || within.at(-1) === 'title')) return false
  const known = isDrawn ? PICTURE : name === 'svg' ? {svg: SVG} : PAGE
  const forms = Object.hasOwn(known, name) ? known[name] : undefined
  return forms !== undefined && [...attributes].every(([key, value]) => forms[key]?.test(value) === true)
}
