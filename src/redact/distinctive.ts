import {drawnPartOf, isKeyOfUuid, isThing, isTokenHead, saysSecret} from './drawn-segments.ts'
import {usualPairsOf} from './readable.ts'
import type {Span} from './span.ts'
import {eachTokenRun, startsWord} from './text-runs.ts'
import {entropyOf, isIdentifier, mixOf} from './value-kinds.ts'

const SHORTEST = 20
const SHORTEST_DRAWN = 18
const SHORTEST_DRAWN_SAID = 14
const SHORTEST_BARE = 32
const LONGEST = 512
const LONGEST_BARE = 256
const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i
const LENGTH_OF_UUID = 36
/** Names of C++ and Rust as linkers write them. */
const MANGLED = /^_{1,2}Z/
/** Public keys of SSH begin with their kind. Source: RFC 4253, section 6.6. */
const SSH_PUBLIC = /^AAAA(?:C3NzaC1|B3NzaC1|E2VjZHNh|G|I)/
/** Forms that have neither prefix nor mixed letters: of Mailgun, Asana, Ghost, Facebook and Google; what stands before, and the run itself. */
const SHAPES: readonly (readonly [before: RegExp, run: RegExp])[] = [
  [/$/, /^[\da-f]{32}-[\da-f]{8}-[\da-f]{8}$/],
  [/(?<![\w/])\d\/(?:\d{16}(?:\/\d{16})?:)?$/, /^(?:[\da-f]{32}|[\w-]{43})$/],
  [/(?<!\w)[\da-f]{24}:$/, /^[\da-f]{64}$/],
  [/(?<!\w)\d{13,17}\|$/, /^[\w-]{27}$/],
]
/** `etag: `, `"request_id": "`, `W/"`: the name says that what follows finds something and opens nothing. */
const NAMED_AS_ID =
  /(?:W\/\\*"|(?:(?:^|[^a-z])(?:etag|digest|hash|sha\d{0,3}|version|revision|nonce|fingerprint|checksum|cursor)|(?:[_-]|[a-z](?=I))id|(?:^|\W)id)\\*["']?\s{0,4}[:=]\s{0,4}\\*["']?)$/i
const LONGEST_SHAPE_HEAD = 40
const FILE_ENDING = /\.[A-Za-z][A-Za-z\d]{0,5}(?![\w.])/y
/** What a token made of several parts goes on with: `SG.first.second`. */
const FURTHER = /(?:\.(?=[\w-]{0,64}[A-Z\d])[\w-]{6,512}){1,4}/y
const DOTTED_HEAD = /(?:^|[^\w.+/-])((?:[A-Za-z][A-Za-z\d]{0,5}\.){1,3})$/
const LONGEST_DOTTED_HEAD = 24

/** Tokens of no vendor known here: a short prefix and twenty characters that look drawn by chance, or a long run of three kinds of characters. */
export function findDistinctive(text: string, found: Span[]): void {
  eachTokenRun(text, SHORTEST, (runStart, end) => {
    if (end - runStart > LONGEST) return
    const start = afterEscape(text, runStart)
    const run = text.slice(start, end)
    const shape = shapeHead(text, start, run)
    if (shape !== undefined) found.push({start: start - shape, end, rule: 'prefixed-token'})
    if (shape !== undefined) return
    const dotted = dottedHead(text, start)
    const rule = prefixRule(run, dotted) ?? (isBareToken(text, start, end) ? 'random-token' : undefined)
    if (rule && standsAlone(text, start, end))
      found.push({start: start - dotted.length, end: wholeEnd(text, end), rule})
  })
}

/** How many characters before the run belong to it; undefined where it has none of these shapes. */
function shapeHead(text: string, start: number, run: string): number | undefined {
  if (run.length > 64 || run.length < 27) return undefined
  const near = text.slice(Math.max(0, start - LONGEST_SHAPE_HEAD), start)
  for (const [before, form] of SHAPES) {
    const head = form.test(run) ? before.exec(near)?.[0] : undefined
    if (head !== undefined) return head.length
  }
  return undefined
}

function prefixRule(run: string, dotted: string): 'prefixed-token' | undefined {
  const uuid = run.length < LENGTH_OF_UUID ? null : UUID.exec(run)
  if (uuid) return isKeyWithUuid(run, uuid) ? 'prefixed-token' : undefined
  if (isIdentifier(run) || MANGLED.test(run)) return undefined
  const {head, drawn, longest, isHex} = drawnPartOf(run)
  const prefix = dotted + head
  if (!/[A-Za-z]{2}|[A-Za-z][-_.]$|\d{10}/.test(prefix) || !isTokenHead(prefix, isHex)) return undefined
  const least = saysSecret(prefix) ? SHORTEST_DRAWN_SAID : SHORTEST_DRAWN
  return drawn >= least && longest >= 10 ? 'prefixed-token' : undefined
}

/** An UUID is an id, but behind `api-` and at the end of its word it is a key. */
function isKeyWithUuid(run: string, {0: uuid, index}: RegExpExecArray): boolean {
  return index + uuid.length === run.length && isKeyOfUuid(run.slice(0, index))
}

/** Capitals, small letters and digits without a word in them. In quotes, a length that base64 has is taken for bytes. */
function isBareToken(text: string, start: number, end: number): boolean {
  const length = end - start
  if (length < SHORTEST_BARE || length > LONGEST_BARE) return false
  const run = text.slice(start, end)
  if (UUID.test(run) || isIdentifier(run) || MANGLED.test(run) || SSH_PUBLIC.test(run)) return false
  if (!/[_-]/.test(run) && isBytes(text, start, end)) return false
  if (text[end] === '=' && !/[_-]/.test(run)) return false
  if (isIdOfThing(run) || text.startsWith(';base64,', start - 8)) return false
  const kinds = [/[a-z][^a-z]*[a-z]/, /[A-Z][^A-Z]*[A-Z]/, /\d\D*\d/].every((kind) => kind.test(run))
  const parts = run.split(/[_-]/).length - 1
  return kinds && parts <= 2 + length / 8 && mixOf(run) >= 0.3 && entropyOf(run) >= 4 && usualPairsOf(run) <= 0.5
}

/** `chatcmpl-` and what is drawn behind it. Longer than an id, it is a token all the same. */
function isIdOfThing(run: string): boolean {
  const {head, drawn} = drawnPartOf(run)
  return drawn < SHORTEST_BARE && isThing(head)
}

/** Where bytes stand in base64, with a length that it has: between quotes or tags, or alone on a line as in a certificate. */
function isBytes(text: string, start: number, end: number): boolean {
  const signs = /^[+/=]{0,2}/.exec(text.slice(end, end + 2))?.[0].length ?? 0
  if ((end - start + signs) % 4 !== 0) return false
  if (/["'`>]/.test(text[start - 1] ?? '')) return true
  return isLineStart(text, start) && /^(?:\s|<|$)/.test(text.slice(end + signs, end + signs + 1))
}

function isLineStart(text: string, start: number): boolean {
  return /(?:^|\n)[ \t>|]{0,16}$/.test(text.slice(Math.max(0, start - 16), start))
}

/** No part of a path, of base64, of an address or of an expression in source. */
function standsAlone(text: string, start: number, end: number): boolean {
  const before = text[start - 1] ?? ''
  const after = text[end] ?? ''
  if (/[/+%@#$&]/.test(before)) return false
  if (before === '.' && dottedHead(text, start) === '') return false
  if (NAMED_AS_ID.test(text.slice(Math.max(0, start - 40), start))) return false
  if (before === ':' && /sha\d{1,3}:$/i.test(text.slice(Math.max(0, start - 8), start))) return false
  if (/[/+@]/.test(after) && /[A-Za-z\d/+]/.test(text[end + 1] ?? '')) return false
  if (after === '(' || (after === '=' && /[^\s=,;"'`)\]}&]/.test(text[end + 1] ?? ''))) return false
  FILE_ENDING.lastIndex = end
  return !FILE_ENDING.test(text)
}

/** Behind the letter of an escape: `\nsk_live_...`. */
function afterEscape(text: string, start: number): number {
  return text[start - 1] === '\\' && startsWord(text, start + 1) ? start + 1 : start
}

function dottedHead(text: string, start: number): string {
  if (text[start - 1] !== '.') return ''
  return DOTTED_HEAD.exec(text.slice(Math.max(0, start - LONGEST_DOTTED_HEAD), start))?.[1] ?? ''
}

function wholeEnd(text: string, end: number): number {
  FURTHER.lastIndex = end
  const whole = FURTHER.test(text) ? FURTHER.lastIndex : end
  return text[whole] === '=' ? whole + (text[whole + 1] === '=' ? 2 : 1) : whole
}
