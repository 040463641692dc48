import type {Span} from './span.ts'

const BEGIN = '-----BEGIN'
const END = '-----END '
/** Encrypted, RSA, EC, DSA, OpenSSH, PGP and the SSH2 form. */
const LABEL = /(?: |%20|\+)(?:[A-Z0-9 ]|%20|\+){0,40}(?:PRIVATE|SECRET)(?: |%20|\+)KEY(?:(?: |%20|\+)BLOCK)?-----/y
const BODY = /(?:[A-Za-z0-9+/=\s,:-]|\\[nrt/]|\\\\[nrt]|%(?:0[AD]|2[BF]|3D))*/iy
/** The rest of a line, and the next with base64 behind what may stand before it. */
const LINE =
  /[^\n]{0,120}(?:\n[ \t]{0,8}(?=\r?\n))?\n([^\n]{0,32}?)(?<![A-Za-z\d+/])([A-Za-z\d+/]{32,}|[A-Za-z\d+/]{4,31})={0,2}(?=[^\n\w]{0,8}(?:\n|$))/y
const SHORTEST_LINE = 32
const LONGEST_LABEL = 80
const LONGEST_BLOCK = 64 * 1024

/** Private keys in PEM, from the first dash to the last; without an end, as far as the body goes. Public keys and certificates stay. */
export function findPrivateKeys(text: string, found: Span[]): void {
  for (let start = text.indexOf(BEGIN); start >= 0; ) {
    LABEL.lastIndex = start + BEGIN.length
    const label = LABEL.exec(text)
    const end = label ? blockEnd(text, LABEL.lastIndex) : start + BEGIN.length
    if (label) found.push({start, end, rule: 'private-key'})
    start = text.indexOf(BEGIN, end)
  }
}

/** An end line that comes next closes the block whatever stands before it; else the block is as long as it looks like one. */
function blockEnd(text: string, bodyStart: number): number {
  const dashes = text.indexOf('-----', bodyStart)
  const near = dashes >= 0 && dashes - bodyStart <= LONGEST_BLOCK
  if (!near || !text.startsWith(END, dashes))
    return bodyStart + bodyLength(text.slice(bodyStart, near ? dashes : bodyStart + LONGEST_BLOCK))
  const close = text.slice(dashes + END.length, dashes + END.length + LONGEST_LABEL).indexOf('-----')
  return dashes + END.length + (close < 0 ? 0 : close + 5)
}

function bodyLength(text: string): number {
  BODY.lastIndex = 0
  const plain = BODY.exec(text)?.[0].length ?? 0
  return prefixedEnd(text, plain) ?? plain
}

/** End of a key whose lines each have something before or behind them: a time, a quote or comment sign, a PGP header with dots in it. */
function prefixedEnd(text: string, from: number): number | undefined {
  let end: number | undefined
  let prefix = ''
  LINE.lastIndex = from
  for (let line = LINE.exec(text); line; line = LINE.exec(text)) {
    const [, before = '', body = ''] = line
    const isLast = body.length < SHORTEST_LINE
    if (isLast && (end === undefined || withoutDigits(before) !== prefix)) break
    prefix = withoutDigits(before)
    end = LINE.lastIndex
    if (isLast) break
  }
  return end
}

function withoutDigits(prefix: string): string {
  return prefix.replace(/\d/g, '0')
}
