import {keyWords} from './key-names.ts'
import {isLikelySecret} from './keyword-values.ts'
import {isPlain} from './plain-values.ts'
import {isIdentifier} from './randomness.ts'
import {isDrawn} from './readable.ts'
import type {Span} from './span.ts'

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
