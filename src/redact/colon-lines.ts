import {addPasswordValue} from './passwords.ts'
import type {Span} from './span.ts'

const SPACE = 32
const TAB = 9
/** Lines whose fields stand between colons: `.pgpass`, the passwords of Postfix, `.htdigest`; before each the sign that it begins with. */
const LINES: readonly (readonly [sign: string, mayStart: (next: number) => boolean, line: RegExp])[] = [
  [
    ':',
    isPort,
    /:(?=(?:\d{2,5}|\*):)(?<=(?:^|\n)(?=[^\n:]{0,128}[A-Za-z*])[\w.*-]{1,128}:)(?:\d{2,5}|\*):[\w.*-]{1,64}:[\w.*-]{1,64}:([^\s:]{4,200})(?=\s|$)/y,
  ],
  [
    ']',
    (next) => next === SPACE || next === TAB,
    /\](?=[ \t])(?<=(?:^|\n)\[[\w.-]{3,128}\])[ \t]+[\w.@+-]{1,128}:([^\s:]{4,200})(?=[ \t]*(?:\n|$))/y,
  ],
  [
    ':',
    isPort,
    /:\d{2,5}(?=[ \t])(?<=(?:^|\n)(?:\[[\w.-]{3,128}\]|[\w.-]{3,128}):\d{2,5})[ \t]+[\w.@+-]{1,128}:([^\s:]{4,200})(?=[ \t]*(?:\n|$))/y,
  ],
  [':', isHex, /:(?=[a-f\d]{32}(?:\s|$))(?<=(?:^|\n)[\w.-]{1,64}:[\w .-]{1,64}:)([a-f\d]{32})/y],
]

/** Secrets at a fixed place of a line with colons, where nothing else tells that there is one. */
export function findColonLines(text: string, found: Span[]): void {
  if (!text.includes(':')) return
  for (const [sign, mayStart, line] of LINES) {
    for (let at = text.indexOf(sign); at >= 0; ) {
      line.lastIndex = at
      const match = mayStart(text.charCodeAt(at + 1)) ? line.exec(text) : null
      if (match) addPasswordValue(match, found)
      at = text.indexOf(sign, match ? line.lastIndex : at + 1)
    }
  }
}

/** A digit, or the star that stands for any port. */
function isPort(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 42
}

function isHex(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 102)
}
