import {isLikelySecret} from './keyword-values.ts'
import type {Span} from './span.ts'

const CHILD = String.raw`(?:<[\w:.-]{1,40}(?:[ \t][^<>]{0,80})?>\s{0,16})?`
const VALUE = String.raw`(?:<!\[CDATA\[)?([^<>\]]{4,4096})(?=\]\]>|<\/)`
/** `<ns:password type="plain">v`, `<Password><Value>v`, and each with its value in CDATA. */
const ELEMENT = new RegExp(String.raw`(?:[ \t\r\n][^<>]{0,200})?>\s{0,16}${CHILD}${VALUE}`, 'y')
/** `<entry key="password">v`, `<setting name="Password"><value>v`. */
const NAMED = new RegExp(String.raw`["'][^<>]{0,200}>\s{0,16}${CHILD}${VALUE}`, 'y')
/** `<param-name>password</param-name><param-value>v`; cells of a table say something about a name. */
const SIBLING = new RegExp(
  String.raw`<\/(?:[\w:.-]{0,32}name|key)>\s{0,16}<(?:[\w:.-]{0,32}(?:value|string|data))(?:[ \t][^<>]{0,80})?>\s{0,16}${VALUE}`,
  'iy',
)
const NAMED_BEFORE = /\b(?:name|key|id)[ \t]?=[ \t]?["'][\w. -]{0,64}$/i
const ELEMENT_BEFORE = /<(?:[\w-]{1,40}:)?$/
const LONGEST_BEFORE = 80

/** The text of an element beside a secret name: of its own tag, of an attribute, or of the element before. */
export function markupSpan(text: string, keyFrom: number, keyTo: number): Span | undefined {
  const form = formAt(text, keyFrom, keyTo)
  if (!form) return undefined
  form.lastIndex = keyTo
  const whole = form.exec(text)?.[1]
  const value = whole?.trim()
  if (whole === undefined || value === undefined || value.length < 4) return undefined
  const start = form.lastIndex - whole.length + whole.indexOf(value)
  const key = text.slice(keyFrom, keyTo)
  const assigned = {key, value, quoted: true, tight: false, next: '<', isLikelyOnly: false}
  return isLikelySecret(assigned) ? {start, end: start + value.length, rule: 'keyword'} : undefined
}

function formAt(text: string, keyFrom: number, keyTo: number): RegExp | undefined {
  const next = text[keyTo] ?? ''
  if (next === '<') return text[keyFrom - 1] === '>' ? SIBLING : undefined
  if (next === '"' || next === "'")
    return NAMED_BEFORE.test(text.slice(Math.max(0, keyFrom - LONGEST_BEFORE), keyFrom)) ? NAMED : undefined
  if (next !== '>' && !/\s/.test(next)) return undefined
  return ELEMENT_BEFORE.test(text.slice(Math.max(0, keyFrom - LONGEST_BEFORE), keyFrom)) ? ELEMENT : undefined
}
