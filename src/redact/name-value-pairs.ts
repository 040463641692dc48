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
