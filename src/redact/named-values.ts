import {isSecretVariable, keyWords, secrecyOf} from './key-names.ts'
import {isLikelySecret} from './keyword-values.ts'
import {LiteralIndex} from './literal-index.ts'
import type {Span} from './span.ts'

const VALUES = new LiteralIndex(['value'], {ignoreCase: true})
const LONGEST_GAP = 200
const NAME = String.raw`(?:name|key)\\*["']?\s{0,4}[:=]\s{0,4}\\*["']?([\w.-]{2,80})`
/** The name of a pair, ending right before its value: `name: X`, `"key": "X",`, `<name>X</name>`, `key="X"`. */
const NAME_BEFORE = new RegExp(
  String.raw`(?:${NAME}\\*["']?|<(?:name|key)>\s{0,8}([\w.-]{2,80})\s{0,8}</(?:name|key)>)[\s,\\nr-]{0,40}(?:\\*["']|<)?$`,
  'i',
)
const NAME_AFTER = new RegExp(String.raw`^\\*["']?\s{0,4},\s{0,16}\\*["']${NAME}`, 'i')
const VALUE = /(\\*["']?\s{0,4}[:=]\s{0,4}|>\s{0,8})(\\*["'])?/y
const BARE = /[^\s"'`<>,;&|(){}[\]\\]{1,256}/y

/** The value of a pair whose name is a member of its own: `- name: DB_PASSWORD` and `value: x`, also `<add key="..." value="..."/>`. */
export function findNameValuePairs(text: string, found: Span[]): void {
  VALUES.scan(text, (at) => {
    VALUE.lastIndex = at + 5
    const sign = VALUE.exec(text)
    if (!sign) return undefined
    const start = VALUE.lastIndex
    const end = valueEnd(text, start, sign[2])
    if (end === undefined) return undefined
    const name = nameBefore(text, at) ?? nameAfter(text, end)
    if (name === undefined || !isSecretName(name)) return undefined
    const assigned = {
      key: name,
      value: text.slice(start, end),
      quoted: true,
      tight: false,
      next: text[end] ?? '',
      isLikelyOnly: secrecyOf(name) !== 'secret',
    }
    if (isLikelySecret(assigned)) found.push({start, end, rule: 'keyword'})
    return end
  })
}
findNameValuePairs.hints = ['value']

function isSecretName(name: string): boolean {
  return (
    (secrecyOf(name) !== undefined || isSecretVariable(name)) &&
    !/^(?:file|path|url|uri)$/.test(keyWords(name).at(-1) ?? '')
  )
}

function nameBefore(text: string, at: number): string | undefined {
  const match = NAME_BEFORE.exec(text.slice(Math.max(0, at - LONGEST_GAP), at))
  return match?.[1] ?? match?.[2]
}

function nameAfter(text: string, end: number): string | undefined {
  return NAME_AFTER.exec(text.slice(end, end + LONGEST_GAP))?.[1]
}

function valueEnd(text: string, start: number, quote: string | undefined): number | undefined {
  if (quote !== undefined) {
    const close = text.slice(start, start + 4_096).indexOf(quote)
    return close < 0 || text.slice(start, start + close).includes('\n') ? undefined : start + close
  }
  BARE.lastIndex = start
  return BARE.test(text) ? BARE.lastIndex : undefined
}

const MARKS = ['sensitive', 'secret', 'masked', 'protected', 'confidential', 'secure', 'password']
const INDEX = new LiteralIndex(MARKS, {ignoreCase: true})
/** `"sensitive": true`, `isSecret = true`, `"type": "secureString"`: what stands in the same object is secret. */
const MARK =
  /(?<=(?:\b|is_?)(?:sensitive|secret|masked|protected|confidential|secure)\\*["']?[ \t]{0,4}[:=][ \t]{0,4})true\b|(?<=type\\*["']?[ \t]{0,4}[:=][ \t]{0,4}\\*["'][\w.-]{0,40})(?:string|object|text|_[a-z]{1,12})?\\*["']/iy
const LONGEST_SIDE = 400
const MEMBER_VALUE =
  /(?<=["'\s,{])(?:value|default|defaultvalue|result|current|content|plaintext|data|bcrypt_hash)\\*["']?[ \t]{0,4}[:=][ \t]{0,4}\\*(["'])((?:(?!\1)[^\n\\]){4,400})/gi

/** The value of an object that another member of it calls secret: outputs and state of installers, variables of pipelines. */
export function findMarkedValues(text: string, found: Span[]): void {
  let looked = 0
  INDEX.scan(text, (at, which) => {
    const end = at + (MARKS[which]?.length ?? 0)
    if (end <= looked || !isMark(text, end)) return undefined
    const to = objectEnd(text, end)
    const from = Math.max(looked, objectStart(text, at))
    for (const match of text.slice(from, to).matchAll(MEMBER_VALUE)) addValue(match, from, found)
    looked = to
    return undefined
  })
}
findMarkedValues.hints = MARKS

function isMark(text: string, end: number): boolean {
  MARK.lastIndex = end
  if (MARK.test(text)) return true
  const sign = /^\\*["']?[ \t]{0,4}[:=][ \t]{0,4}/.exec(text.slice(end, end + 16))
  if (!sign) return false
  MARK.lastIndex = end + sign[0].length
  return MARK.test(text)
}

/** The brace that opens the object, or the dash of an item in a list. */
function objectStart(text: string, at: number): number {
  const near = text.slice(Math.max(0, at - LONGEST_SIDE), at)
  const item = /\n[ \t]*- (?![\s\S]*\n[ \t]*- )/.exec(near)?.index ?? 0
  return at - near.length + Math.max(0, near.lastIndexOf('{'), item)
}

/** Its end; what it holds in braces of its own belongs to it, as `instances` of a resource do. */
function objectEnd(text: string, at: number): number {
  const near = text.slice(at, at + LONGEST_SIDE)
  const close = near.search(/\}|\n[ \t]*- /)
  return at + (close < 0 ? near.length : close)
}

function addValue(match: RegExpExecArray, from: number, found: Span[]): void {
  const value = match[2] ?? ''
  const assigned = {key: 'password', value, quoted: true, tight: false, next: '"', isLikelyOnly: false}
  if (!isLikelySecret(assigned)) return
  const end = from + match.index + match[0].length
  found.push({start: end - value.length, end, rule: 'keyword'})
}
