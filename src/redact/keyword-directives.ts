import {isLikelySecret} from './keyword-values.ts'
import {isDrawn} from './readable.ts'
import type {Span} from './span.ts'

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
