import {isSecretVariable, keyWords, secrecyOf} from './key-names.ts'
import {directiveSpan, mapSpans, markupSpan} from './keyword-forms.ts'
import {isLikelySecret} from './keyword-values.ts'
import {LiteralIndex} from './literal-index.ts'
import {isDrawn} from './readable.ts'
import type {Span} from './span.ts'
import {isAlphanumeric} from './text-runs.ts'

/** Some of these letters stand in every secret name; whether a name is one, `key-names.ts` says. */
const STEMS = 'pass pw secret token cred auth bearer cookie sig sess dsn key jwt pat pin psk salt connect secure'.split(
  ' ',
)
const WORDS = new LiteralIndex(STEMS, {ignoreCase: true})
const LONGEST_KEY_SIDE = 64
/** Last words of names whose value says where or how, never the secret itself. */
const PLACES = new Set(
  'file path dir directory url uri endpoint provider store manager class env key_id regex pattern field header length encryption policy strategy'.split(
    ' ',
  ),
)
/** Names of certain programs that are secret in spite of their words. */
const OTHER_NAMES =
  /^(?:.*[_.-])?(?:psk|requirepass|masterauth|client[-_]key[-_]data|_?auth|identitytoken|hash_salt|fernet_key|secure|pass[_-]phrase|preshared_?key|asp\.net_sessionid)$/i
const ASSIGN = /\\*["'`]?\]?(?:([ \t]{0,24})(?:=>|:=|[:=](?![=:]))([ \t]{0,8})|>)(\\*["'`]{1,3})?/y
const FLAG_GAP = /(?:[ \t]{1,4}|\\*["'],?[ \t]{0,4}(?=\\*["']))(\\*["'])?(?!-)/y
/** `define('DB_PASSWORD', 'x')`, `put("password", "x")`, `PASSWORD 'x'`, `IDENTIFIED BY 'x'`. */
const LISTED_GAP = /(?:(?<=["'][\w.-]{1,64})["'],[ \t]{0,16}|[ \t]{1,4})(["'])/y
const BARE = /[^\s"'`<>,;&|(){}[\]\\]{4,128}/y
const REST = /[^\s"'`<>,;&|(){}[\]\\]*/y
/** `&3zz` is of the value, `&user=x` is the next one of a query. */
const TAIL = /(?:&(?![^\s&=]*=)[^\s"'`<>,;&|(){}[\]\\=]+)+/y
const ENV_BARE = /[^\s"'`]{4,128}/y
/** Names come again and again; none is longer than what is looked at beside a word. */
const remembered = new Map<string, boolean>()
const MOST_REMEMBERED = 4_096

/** Values beside a secret word: `key=v`, `key: v`, `--key v`, `<key>v</key>`, `key v` on a line of its own, `key: {host: v}`, quoted or not. */
export function findKeywords(text: string, found: Span[]): void {
  WORDS.scan(text, (at) => {
    const start = keyStart(text, at)
    const end = keyEnd(text, at)
    const key = text.slice(start, end).replace(/^-+/, '')
    if (!isSecretName(key) || isRequired(text, start, end)) return end
    const spans = valuesAt(text, start, end)
    found.push(...spans)
    return spans.at(-1)?.end ?? end
  })
}
findKeywords.hints = STEMS

/** In the form that joins them to their name, whichever that is. */
function valuesAt(text: string, keyFrom: number, keyTo: number): readonly Span[] {
  const span =
    assignedSpan(text, keyFrom, keyTo) ?? markupSpan(text, keyFrom, keyTo) ?? directiveSpan(text, keyFrom, keyTo)
  return span ? [span] : mapSpans(text, keyTo)
}

/** `${DB_PASSWORD:?not set}`: what follows is a message. */
function isRequired(text: string, start: number, end: number): boolean {
  return text.startsWith('${', start - 2) && /^:?\?/.test(text.slice(end, end + 2))
}

function isSecretName(name: string): boolean {
  const known = remembered.get(name)
  if (known !== undefined) return known
  const answer = judgeName(name)
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  // A copy: a piece of a text would keep all of it alive.
  remembered.set(Buffer.from(name, 'latin1').toString('latin1'), answer)
  return answer
}

function judgeName(name: string): boolean {
  if (OTHER_NAMES.test(name)) return true
  return (secrecyOf(name) !== undefined || isSecretVariable(name)) && !PLACES.has(keyWords(name).at(-1) ?? '')
}

function assignedSpan(text: string, keyFrom: number, keyTo: number): Span | undefined {
  const sign = signAfter(text, keyFrom, keyTo)
  if (!sign) return undefined
  const {start, tight, quote} = sign
  const end =
    quote === undefined
      ? bareEnd(text, start, tight && (startsLine(text, keyFrom) || isVariable(text.slice(keyFrom, keyTo))))
      : quotedEnd(text, start, quote)
  if (end === undefined) return undefined
  const key = text.slice(keyFrom, keyTo).replace(/^-+/, '')
  const assigned = {
    key,
    value: text.slice(start, end),
    quoted: sign.quoted,
    tight,
    next: text[end] ?? '',
    isLikelyOnly: secrecyOf(key) !== 'secret',
  }
  if ((sign.markup && text[end] !== '<') || !isLikelySecret(assigned)) return undefined
  // Names in a list are small, variables are not.
  if (sign.listed && /[a-z]/.test(key) && !(assigned.value.length >= 8 && isDrawn(assigned.value))) return undefined
  return {start, end: quote === undefined ? wholeEnd(text, end) : end, rule: 'keyword'}
}

/** What joins a key and its value, up to where the value starts. */
interface Sign {
  readonly start: number
  readonly tight: boolean
  /** With its backslashes, where the quote is escaped itself. */
  readonly quote: string | undefined
  /** In quotes, or in an element of markup. */
  readonly quoted: boolean
  readonly markup?: boolean
  /** The name stands in quotes of its own before a comma. */
  readonly listed?: boolean
}

function signAfter(text: string, keyFrom: number, keyTo: number): Sign | undefined {
  ASSIGN.lastIndex = keyTo
  const sign = ASSIGN.exec(text)
  if (sign) {
    const [all, before, after, quote] = sign
    const markup = all[0] === '>'
    if (markup && text[keyFrom - 1] !== '<') return undefined
    return {
      start: ASSIGN.lastIndex,
      tight: all.includes('=') && !before && !after,
      quote,
      quoted: markup || quote !== undefined,
      markup,
    }
  }
  if (text.startsWith('--', keyFrom) || /^-[a-z]{4}/.test(text.slice(keyFrom, keyFrom + 5))) {
    FLAG_GAP.lastIndex = keyTo
    const gap = FLAG_GAP.exec(text)
    return gap ? {start: FLAG_GAP.lastIndex, tight: true, quote: gap[1], quoted: gap[1] !== undefined} : undefined
  }
  LISTED_GAP.lastIndex = keyTo
  const gap = LISTED_GAP.exec(text)
  return gap
    ? {start: LISTED_GAP.lastIndex, tight: false, quote: gap[1], quoted: true, listed: gap[0].includes(',')}
    : undefined
}

/** Up to the same quote, escaped as deeply; a quote that never closes on the line opens nothing. */
function quotedEnd(text: string, start: number, quote: string): number | undefined {
  const near = text.slice(start, start + 4_096)
  for (let at = near.indexOf(quote); at >= 0; at = near.indexOf(quote, at + 1)) {
    if (isEscaped(near, at, quote)) continue
    const value = near.slice(0, at)
    return value.includes('\n') ? undefined : start + at
  }
  return undefined
}

/** Behind backslashes in pairs, which are those of the value, a quote closes it; not before a word, where only the backslashes were escaped once more. */
function isEscaped(text: string, at: number, quote: string): boolean {
  let before = at
  while (text[before - 1] === '\\') before--
  const depth = quote.lastIndexOf('\\') + 1
  if ((at - before) % (2 * (depth + 1)) !== 0) return true
  return before < at && /\w/.test(text[at + quote.length] ?? '')
}

/** A value is judged by its beginning; the rest of a long one goes with it. */
function wholeEnd(text: string, end: number): number {
  REST.lastIndex = end
  const rest = end > 0 && REST.test(text) ? REST.lastIndex : end
  TAIL.lastIndex = rest
  return TAIL.test(text) ? TAIL.lastIndex : rest
}

function bareEnd(text: string, start: number, env: boolean): number | undefined {
  const pattern = env ? ENV_BARE : BARE
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/** `-e DB_PASSWORD=`, behind which a shell goes up to the next space too. */
function isVariable(name: string): boolean {
  return /^[A-Z\d]+(?:_[A-Z\d]+)+$/.test(name)
}

/** An assignment of its own on the line, as in an environment file: its value goes up to the next space. */
function startsLine(text: string, at: number): boolean {
  const before = at < 8 ? `\n${text.slice(0, at)}` : text.slice(at - 8, at)
  return before.endsWith('\n') || before === '\nexport '
}

function keyStart(text: string, at: number): number {
  let start = at
  while (start > 0 && at - start < LONGEST_KEY_SIDE && isKeyCharacter(text, start - 1)) start--
  // The letter of an escape before the key belongs to the escape: `\npassword=`.
  if (text[start - 1] === '\\' && /[nrt]/.test(text[start] ?? '')) start++
  return start
}

function keyEnd(text: string, at: number): number {
  let end = at
  while (end < text.length && end - at < LONGEST_KEY_SIDE && isKeyCharacter(text, end)) end++
  return end
}

/** Letters, digits, `_ - .`. */
function isKeyCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return isAlphanumeric(code) || code === 95 || code === 45 || code === 46
}
