import {LiteralIndex} from './literal-index.ts'
import type {Span} from './span.ts'

const RULE = 'private-key'
const LONGEST = 64 * 1024
/** `-----BEGIN` in base64, at the start of a text that was encoded as a whole. */
const PEM_IN_BASE64 = 'LS0tLS1CRUdJTi'
const BASE64_LINES = /[A-Za-z\d+/]+(?:(?:\r?\n|\\r?\\n|\\n)[ \t]{0,16}[A-Za-z\d+/]+)*={0,2}/y
/** Source: the PuTTY manual, appendix on the PPK file format. */
const PUTTY = /PuTTY-User-Key-File-\d/y
const PUTTY_PRIVATE = /Private-Lines: \d{1,4}(?:\s|\\[rn])+((?:[A-Za-z\d+/=]{1,80}(?:\s|\\[rn])+)+)/g
/** Source: RFC 7518, section 6: the members of a key that are private. */
const JWK_TYPE = /^\s*\\*["']?kty\\*["']?\s*[:=]\s*\\*["']?(?:RSA|EC|OKP|oct)\b/
const JWK_PRIVATE = /((?<![\w.-])\\*["']?(?:d|p|q|dp|dq|qi|k)\\*["']?\s{0,8}[:=]\s{0,8}\\*["']?)([\w-]{16,2048})/g
const XML_PRIVATE = /<(?:\w{1,16}:)?(P|Q|DP|DQ|InverseQ|D|X)>([A-Za-z\d+/=\s]{16,2048})</g
/** Source: the manual pages of minisign and signify. */
const COMMENTED = /(?:minisign encrypted|signify|minisign) secret key[ \t]*\r?\n([A-Za-z\d+/=]{40,})/y
const SSH2 = /---- BEGIN SSH2 (?:ENCRYPTED )?PRIVATE KEY ----(?:[\w+/=:;,."' \t\r\n\\-](?!--- BEGIN)){0,65536}/y
const HINTS = [PEM_IN_BASE64, 'PuTTY-User-Key-File-', 'kty', 'SAKeyValue>', 'minisign', 'signify', '---- BEGIN SSH2']
const STARTS = new LiteralIndex(HINTS)

/** Private keys outside PEM: in base64, of PuTTY, as JWK, in XML, of minisign and SSH2. */
export function findKeyFiles(text: string, found: Span[]): void {
  let looked = 0
  STARTS.scan(text, (start, which) => {
    if (which === 2) {
      const end = jwkEnd(text, start)
      if (end > looked) addAll(text, {from: Math.max(looked, start - 4_096), to: end}, JWK_PRIVATE, found)
      looked = Math.max(looked, end)
      return undefined
    }
    return FINDERS[which]?.(text, start, found)
  })
}
findKeyFiles.hints = HINTS

const FINDERS: readonly (((text: string, start: number, found: Span[]) => number | undefined) | undefined)[] = [
  pemInBase64,
  (text, start, found) => (at(PUTTY, text, start) ? addAll(text, block(text, start), PUTTY_PRIVATE, found) : undefined),
  undefined,
  (text, start, found) => addAll(text, block(text, start, 'SAKeyValue>'), XML_PRIVATE, found),
  (text, start, found) => addGroup(at(COMMENTED, text, start), found),
  (text, start, found) => addGroup(at(COMMENTED, text, start), found),
  (text, start, found) => {
    const match = at(SSH2, text, start)
    if (match) found.push({start, end: start + match[0].length, rule: RULE})
    return match === null ? undefined : start + match[0].length
  },
]

function pemInBase64(text: string, start: number, found: Span[]): number | undefined {
  const label = Buffer.from(text.slice(start, start + 120), 'base64').toString('latin1')
  if (!/^-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY/.test(label)) return undefined
  BASE64_LINES.lastIndex = 0
  const length = BASE64_LINES.exec(text.slice(start, start + LONGEST))?.[0].length ?? 0
  found.push({start, end: start + length, rule: RULE})
  return start + length
}

/** An object of JSON that holds the member `kty`: nested ones and long ones are looked at as far as 16 KiB. */
function jwkEnd(text: string, start: number): number {
  const isMember =
    JWK_TYPE.test(text.slice(start, start + 24)) || /["']$/.test(text.slice(Math.max(0, start - 1), start))
  return isMember ? Math.min(text.length, start + 16_384) : 0
}

function block(text: string, from: number, end?: string): {from: number; to: number} {
  const near = text.slice(from, from + LONGEST)
  const close = end === undefined ? -1 : near.indexOf(end, 1)
  return {from, to: from + (close < 0 ? near.length : close)}
}

/** Adds the last group of every match, and gives where the block ends. */
function addAll(text: string, {from, to}: {from: number; to: number}, pattern: RegExp, found: Span[]): number {
  for (const match of text.slice(from, to).matchAll(pattern)) {
    const value = (match.at(-1) ?? '').trimEnd()
    const start = from + match.index + match[0].lastIndexOf(value)
    found.push({start, end: start + value.length, rule: RULE})
  }
  return to
}

function addGroup(match: RegExpExecArray | null, found: Span[]): number | undefined {
  if (!match) return undefined
  const end = match.index + match[0].length
  found.push({start: end - (match[1]?.length ?? 0), end, rule: RULE})
  return end
}

function at(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start
  return pattern.exec(text)
}
