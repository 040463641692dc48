import {keyWords} from './key-names.ts'
import {isLikelySecret} from './keyword-values.ts'
import {isDrawn} from './readable.ts'
import type {Span} from './span.ts'
import {isIdentifier, isPlain} from './value-kinds.ts'

const LONGEST_LINE = 200
const MOST_WORDS = 9
/** How the value that follows is written, as routers, switches and directories tell it. */
const WRITTEN = String.raw`(?:(?:\d{1,2}|enc|md5|sha\d{0,3}|aes\d{0,3}|plain(?:text)?|clear(?:text)?|encrypted|cipher|simple|ascii|hex|string|hash|0x)[ \t]+){0,3}`
const VALUE = new RegExp(
  String.raw`[ \t]{1,16}(?!(?:is|was)[ \t])${WRITTEN}(["']?)([^\s"']{4,200})\1;?(?=[ \t\r\n]|$)`,
  'iy',
)
/** Words before the name that sentences do not have: names, numbers, options. */
const BEFORE = /^[ \t]{0,16}(?:[\w./:@*!-]{1,64}[ \t]+){0,7}$/
const SENTENCE = /\b(?:a|an|and|are|as|be|by|can|for|if|in|is|it|of|on|or|that|the|this|to|was|with|you|your)\b/i

/** `username ops secret 5 v`, `radius-server key 7 v`: a line of words and no signs, with the value behind a secret one. */
export function directiveSpan(text: string, keyFrom: number, keyTo: number): Span | undefined {
  // A flag has been judged as one.
  if ((text[keyTo] !== ' ' && text[keyTo] !== '\t') || text[keyFrom] === '-') return undefined
  if (isVerdict(text, keyFrom, keyTo)) return undefined
  VALUE.lastIndex = keyTo
  const match = VALUE.exec(text)
  const value = match?.[2]?.replace(/;$/, '')
  if (!match || value === undefined || !isDrawn(value) || !isDirective(text, keyFrom, VALUE.lastIndex)) return undefined
  const start = keyTo + match[0].lastIndexOf(value)
  const assigned = {
    key: text.slice(keyFrom, keyTo),
    value,
    quoted: match[1] !== '',
    tight: true,
    next: text[start + value.length] ?? '',
    isLikelyOnly: false,
  }
  return isLikelySecret(assigned) ? {start, end: start + value.length, rule: 'keyword'} : undefined
}

/** A cell of a table that says how something ended; the next cell stands further off than a value. */
function isVerdict(text: string, keyFrom: number, keyTo: number): boolean {
  return keyTo - keyFrom === 4 && /^pass {2}/i.test(text.slice(keyFrom, keyTo + 2))
}

function isDirective(text: string, keyFrom: number, end: number): boolean {
  const near = text.slice(Math.max(0, keyFrom - LONGEST_LINE), keyFrom)
  const before = near.slice(near.lastIndexOf('\n') + 1)
  if (before.length >= LONGEST_LINE || !BEFORE.test(before) || SENTENCE.test(before)) return false
  const rest = text.slice(end, end + LONGEST_LINE)
  const after = (/^[^\n]*/.exec(rest)?.[0] ?? '').trimEnd()
  return (
    after.length < LONGEST_LINE &&
    !SENTENCE.test(after) &&
    after.split(/[ \t]+/).length <= MOST_WORDS &&
    !/[(){}]/.test(after)
  )
}

const CHILD = String.raw`(?:<[\w:.-]{1,40}(?:[ \t][^<>]{0,80})?>\s{0,16})?`
const CONTENT = String.raw`(?:<!\[CDATA\[)?([^<>\]]{4,4096})(?=\]\]>|<\/)`
/** `<ns:password type="plain">v`, `<Password><Value>v`, and each with its value in CDATA. */
const ELEMENT = new RegExp(String.raw`(?:[ \t\r\n][^<>]{0,200})?>\s{0,16}${CHILD}${CONTENT}`, 'y')
/** `<entry key="password">v`, `<setting name="Password"><value>v`. */
const NAMED = new RegExp(String.raw`["'][^<>]{0,200}>\s{0,16}${CHILD}${CONTENT}`, 'y')
/** `<param-name>password</param-name><param-value>v`; cells of a table say something about a name. */
const SIBLING = new RegExp(
  String.raw`<\/(?:[\w:.-]{0,32}name|key)>\s{0,16}<(?:[\w:.-]{0,32}(?:value|string|data))(?:[ \t][^<>]{0,80})?>\s{0,16}${CONTENT}`,
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

const OPEN = /\\*["']?\]?[ \t]{0,8}(?:=>|[:=])?[ \t]{0,8}([{[(])/y
const CLOSE = /[{}[\]()]/g
const LONGEST = 8_192
const MEMBER = /(?:["']([^"'\n]{1,128})["']\s{0,4}(?::|=>)\s{0,4})?(["'])([^"'\n]{8,4096})\2/g
/** A key as the numbers of its bytes. */
const BYTES = /^\s*\d{1,3}(?:,\s*\d{1,3}){15,}\s*$/
/** Members on lines of their own, under `name:` or the section `[name]`. */
const SECTION =
  /\]?:?[ \t]{0,8}(?:\r?\n([ \t]{0,16})["']?[\w.@/-]{1,80}["']?[ \t]{0,8}[:=][ \t]{0,8}["']?[^\s"'{}[\]]{8,4096}["']?[ \t]{0,8}(?=\r?\n|$)){1,50}/y
const LINE = /\n([ \t]*)["']?([\w.@/-]{1,80})["']?[ \t]*[:=][ \t]*["']?([^\s"'{}[\]]{8,4096})/g
/** What a member says about a secret instead of being one. */
const ABOUT = new Set(
  `algorithm alg at audience client created date domain email endpoint expires expiry file format hash header host id issuer
  kid kind method mode name path policy prefix provider realm region role scope type updated uri url user username version`.split(
    /\s+/,
  ),
)

/** What stands in a flat object or list under a secret name: tokens by host, as in `"bearer": {"example.com": "v"}`. */
export function mapSpans(text: string, keyTo: number): readonly Span[] {
  OPEN.lastIndex = keyTo
  if (!OPEN.test(text)) return sectionSpans(text, keyTo)
  const from = OPEN.lastIndex
  CLOSE.lastIndex = from
  const to = CLOSE.exec(text)?.index ?? text.length
  if (to - from > LONGEST || to - from < 8 || '{[('.includes(text[to] ?? '}')) return []
  const body = text.slice(from, to)
  if (BYTES.test(body)) return [{start: from, end: to, rule: 'keyword'}]
  return [...body.matchAll(MEMBER)].flatMap((member) => memberSpan(member, from))
}

function sectionSpans(text: string, keyTo: number): readonly Span[] {
  SECTION.lastIndex = keyTo
  const section = ':]'.includes(text[keyTo] ?? ' ') ? SECTION.exec(text)?.[0] : undefined
  if (section === undefined) return []
  return [...section.matchAll(LINE)].flatMap(({0: all, 1: indent = '', 2: name = '', 3: value = '', index}) => {
    const isInside = indent !== '' || section.startsWith(']')
    const end = keyTo + index + all.length
    return isInside && isDrawn(value) && isSecretMember(name, value)
      ? [{start: end - value.length, end, rule: 'keyword'}]
      : []
  })
}

function memberSpan(member: RegExpExecArray, from: number): Span[] {
  const [all, name = '', , value = ''] = member
  if (!isSecretMember(name, value)) return []
  const start = from + member.index + all.length - 1 - value.length
  return [{start, end: start + value.length, rule: 'keyword'}]
}

function isSecretMember(name: string, value: string): boolean {
  if (ABOUT.has(keyWords(name).at(-1) ?? '') || /[\s{}]|^[#$]/.test(value)) return false
  if (isPlain(value) && !isIdentifier(value)) return false
  return isLikelySecret({key: 'token', value, quoted: true, tight: false, next: '"', isLikelyOnly: false})
}
