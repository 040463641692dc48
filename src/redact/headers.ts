import {isPlaceholder} from './keyword-values.ts'
import {LiteralIndex} from './literal-index.ts'
import type {Span} from './span.ts'
import {startsWord} from './text-runs.ts'
import {isRandom, isWordy} from './value-kinds.ts'

const HEADER_NAMES = ['authorization', 'cookie']
const HEADERS = new LiteralIndex(HEADER_NAMES, {ignoreCase: true})
const SCHEME_NAMES = ['bearer ', 'basic ', 'bearer\\ ']
const SCHEMES = new LiteralIndex(SCHEME_NAMES, {ignoreCase: true})
/** Between a header's name and its value: a quote of a JSON or source key, a colon or an equals sign, an opening quote. */
const BEFORE_VALUE = /\\*["'`]?[ \t]{0,8}[:=][ \t]{0,8}(?:\\*["'`])?/y
const SCHEME =
  /(?:Basic|Bearer|Token|ApiKey|Api-Key|SSWS|Bot|GenieKey|Negotiate|DPoP|Digest|Hawk|AWS4-HMAC-SHA256)[ \t]{1,8}/iy
/** Source: RFC 9110, section 11.2, token68. */
const TOKEN68 = /[\w.~+/-]+=*/y
const CREDENTIAL = /[^\s"'`\\<>]+/y
const REST_OF_LINE = /[^\r\n"`\\]+/y
/** The first pair whose value is as long as a session's; short ones before it are settings. */
const COOKIE = /(?:[\w.!#$%&'*+^|~-]{1,128}=[^;\s"]{0,5};[ ]?){0,16}[\w.!#$%&'*+^|~-]{1,128}=([^;\s"]{6})/y
const SHORTEST = 6

/** Credentials after `Authorization` or a scheme of their own, and cookies. */
export function findHeaders(text: string, found: Span[]): void {
  HEADERS.scan(text, (start, which) => {
    const length = which === 0 ? 13 : 6
    const from = match(BEFORE_VALUE, text, start + length)
    if (from === undefined) return undefined
    const span = which === 0 ? authorization(text, from) : cookie(text, from)
    if (span) found.push(span)
    return span?.end
  })
  SCHEMES.scan(text, (start, which) => {
    const from = start + (which === 0 ? 7 : which === 1 ? 6 : 8)
    if (!startsWord(text, start)) return undefined
    const end = match(TOKEN68, text, from) ?? from
    const credential = text.slice(from, end)
    // `Basic usage` and `Bearer authentication` are prose: what has no digit, sign or mixed case is taken for words.
    if (
      credential.length < 8 ||
      isPlaceholder(credential) ||
      /^HTTP\//.test(credential) ||
      isWordy(credential.replace(/(?<![.,;:!?)])[.,;:!?)]+$/, ''))
    )
      return undefined
    found.push({start: from, end, rule: 'authorization'})
    return end
  })
}
findHeaders.hints = [...HEADER_NAMES, ...SCHEME_NAMES]

function authorization(text: string, from: number): Span | undefined {
  const start = match(SCHEME, text, from)
  if (start === undefined) return bareCredential(text, from)
  // Some schemes have several fields: all of the line goes.
  const many = /^(?:digest|hawk|aws4)/i.test(text.slice(from, start))
  const end = match(many ? REST_OF_LINE : CREDENTIAL, text, start)
  if (end === undefined) return undefined
  const credential = text.slice(start, end)
  return credential.length < SHORTEST || isPlaceholder(credential) ? undefined : {start, end, rule: 'authorization'}
}

/** Without a scheme, as some services take it: only what looks drawn by chance. */
function bareCredential(text: string, from: number): Span | undefined {
  const end = match(TOKEN68, text, from) ?? from
  return isRandom(text.slice(from, end)) ? {start: from, end, rule: 'authorization'} : undefined
}

/** From the first name and value on, the whole line: attributes and further cookies go with it. */
function cookie(text: string, start: number): Span | undefined {
  COOKIE.lastIndex = start
  const value = COOKIE.exec(text)?.[1]
  if (value === undefined || isPlaceholder(value)) return undefined
  const end = match(REST_OF_LINE, text, start) ?? start
  return {start, end: start + text.slice(start, end).trimEnd().length, rule: 'cookie'}
}

/** Where a sticky pattern ends that begins at `at`; undefined when it does not begin there. */
function match(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}
