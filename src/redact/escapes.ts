import {runCharacters} from './text-runs.ts'

/** Signs of ASCII, each behind the names that it has. Source: HTML Living Standard, 13.5, named character references. */
const SIGNS =
  'amp& AMP& lt< LT< gt> GT> quot" QUOT" apos\' excl! num# dollar$ percnt% lpar( rpar) ast* midast* plus+ comma, period. sol/ colon: semi; equals= quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] Hat^ lowbar_ UnderBar_ grave` DiacriticalGrave` lcub{ lbrace{ verbar| vert| VerticalLine| rcub} rbrace} Tab\t NewLine\n'
/** From U+00A0 to U+00FF. Source: HTML 4.01, 24.2, character entity references for ISO 8859-1. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const FIRST_LATIN = 0xa0

/** The characters that HTML has a name for, by name. */
const ENTITY_NAMES: ReadonlyMap<string, string> = new Map([
  ...SIGNS.split(' ').map((entry): [string, string] => [entry.slice(0, -1), entry.slice(-1)]),
  ...LATIN.split(' ').map((name, at): [string, string] => [name, String.fromCharCode(FIRST_LATIN + at)]),
])

/** An ampersand, itself escaped any number of times. */
const AMPERSANDS = '&(?:(?:amp|#0{0,5}38|#x0{0,4}26);)*'
/** Percent codes, also of percent signs; escapes of source and JSON however deep; numeric entities; quoted-printable. */
export const ESCAPE = new RegExp(
  String.raw`(?:%(?:25)*|\\+x|=)([\da-f]{2})|\\+([0-3][0-7]{2})|\\+u(?:\{([\da-f]{1,6})\}|([\da-f]{4}))|${AMPERSANDS}#(?:x([\da-f]{1,6})|(\d{1,7}))(?:;|(?![\da-z]))`,
  'gi',
)
const ESCAPE_HERE = new RegExp(ESCAPE.source, 'iy')
const LONGEST_STYLE_CODE = 6
const NAMED_HERE = new RegExp(`${AMPERSANDS}([A-Za-z]{2,16}\\d{0,2});`, 'iy')
const OF_AMPERSAND_HERE = /(?:amp|#0{0,5}38|#x0{0,4}26);/iy
const OF_PERCENT_HERE = /25/y
/** In names of XML and OData. Source: ISO/IEC 9075-14, mapping of identifiers to names. */
const NAME_HERE = /_x([\da-f]{4}|[\da-f]{8})_/iy
/** The letters behind a backslash that stand for a control character. */
const CONTROL_LETTERS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['f', '\f'],
  ['b', '\b'],
  ['v', '\v'],
])
/** Escape signs of source code and JSON, PowerShell and cmd.exe: placed before a character they take its special meaning away. */
export const ESCAPE_SIGNS = runCharacters(/[\\`^]/g)
/** The first character of what may be an escape. Quoted-printable is read where one has begun, and undone elsewhere. */
const BEGINNING =
  /\\(?=[^G-Zg-mo-qswyz]|$)|[`^](?=[^\dA-Za-z]|$)|\+|&(?=#|[A-Za-z]\w{1,23};)|%(?=[\dA-Fa-f]{2}|%)|_(?=[Xx][\dA-Fa-f]{4})|'(?=')|"(?=")|\$(?=\$)|\{(?=\{)|\}(?=\})/g
const HEX = runCharacters(/[\dA-Fa-f]/g)
const AFTER_BACKSLASH = runCharacters(/[\dA-Fa-fnrtuvx]/g)
const ENTITY_HERE = /&(?:#|[A-Za-z]\w{1,23};)/y

/** One way to read what stands at a place: the text it stands for, and where it ends. */
export interface Reading {
  readonly made: string
  readonly end: number
}

const NONE: readonly Reading[] = []

/** Where from `at` on an escape may begin next; the length of the text where none does. */
export function nextEscape(text: string, at: number): number {
  BEGINNING.lastIndex = at
  return BEGINNING.test(text) ? BEGINNING.lastIndex - 1 : text.length
}

/** Every way to read an escape that begins at `at`. Of backslashes in a row only the last is asked for. */
export function readingsAt(text: string, at: number): readonly Reading[] {
  const sign = text.charAt(at)
  switch (sign) {
    case '\\':
      return AFTER_BACKSLASH[text.charCodeAt(at + 1)] === 1 ? backslashAt(text, at) : NONE
    case '&':
      return matchAt(ENTITY_HERE, text, at) ? ampersandAt(text, at) : NONE
    case '%':
      return HEX[text.charCodeAt(at + 1)] === 1 ? percentAt(text, at) : twiceAt(text, at)
    case '=':
      return HEX[text.charCodeAt(at + 1)] === 1 ? codesAt(text, at) : NONE
    case '_':
      return nameCodeAt(text, at)
    case '+':
      return blankAt(at + 1)
    case "'":
    case '"':
    case '$':
    case '{':
    case '}':
      return twiceAt(text, at)
    default:
      return NONE
  }
}

/** What one match of `ESCAPE` stands for: a byte as a number, or a character. */
export function meaningOf([, hex, octal, braced, unit, entity, decimal]: RegExpExecArray): number | string {
  if (hex !== undefined) return Number.parseInt(hex, 16)
  if (octal !== undefined) return Number.parseInt(octal, 8)
  const digits = braced ?? unit ?? entity
  return characterOf(digits === undefined ? Number(decimal) : Number.parseInt(digits, 16))
}

/** Number of bytes of the UTF-8 character that a byte begins. Source: RFC 3629, section 3. */
export function lengthOf(byte: number): number {
  if (byte < 0xc0) return 1
  if (byte < 0xe0) return 2
  return byte < 0xf0 ? 3 : 4
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Those of `ESCAPE`. */
function codesAt(text: string, at: number): readonly Reading[] {
  const found = matchAt(ESCAPE_HERE, text, at)
  if (found === null) return NONE
  const [meaning, end] = [meaningOf(found), ESCAPE_HERE.lastIndex]
  return typeof meaning === 'string' ? [{made: meaning, end}] : bytesFrom(text, {byte: meaning, end}, nextByte)
}

function backslashAt(text: string, at: number): readonly Reading[] {
  const letter = text.charAt(at + 1)
  const control = CONTROL_LETTERS.get(letter)
  const readings: Reading[] = control === undefined ? [] : [{made: control, end: at + 2}]
  const isDigit = letter >= '0' && letter <= '9'
  if (isDigit || letter === 'x' || letter === 'u') readings.push(...codesAt(text, at))
  const byte = pairAt(text, at)
  if (byte) readings.push(...bytesFrom(text, byte, pairAt))
  pushStyleCodes(text, at, readings)
  return readings
}

function percentAt(text: string, at: number): readonly Reading[] {
  return [...codesAt(text, at), ...eachDepth(text, at, OF_PERCENT_HERE)]
}

function ampersandAt(text: string, at: number): readonly Reading[] {
  return [...codesAt(text, at), ...namedAt(text, at), ...eachDepth(text, at, OF_AMPERSAND_HERE)]
}

/** A byte that is escaped, and where that ends. */
interface EscapedByte {
  readonly byte: number
  readonly end: number
}

function nextByte(text: string, at: number): EscapedByte | undefined {
  const found = matchAt(ESCAPE_HERE, text, at)
  const byte = found ? meaningOf(found) : undefined
  return typeof byte === 'number' ? {byte, end: ESCAPE_HERE.lastIndex} : undefined
}

/** Reads an escaped byte of LDAP. Source: RFC 4515, section 3. */
function pairAt(text: string, at: number): EscapedByte | undefined {
  const end = at + 3
  if (text[at] !== '\\' || hexEnd(text, at + 1, end) < end) return undefined
  return {byte: Number.parseInt(text.slice(at + 1, end), 16), end}
}

/** Where hexadecimal digits end that begin at `at`, at `most` at the latest. */
function hexEnd(text: string, at: number, most: number): number {
  let end = at
  while (end < most && HEX[text.charCodeAt(end)] === 1) end++
  return end
}

/** One byte as a character, and with those behind it the character that they are in UTF-8. */
function bytesFrom(
  text: string,
  first: EscapedByte,
  next: (text: string, at: number) => EscapedByte | undefined,
): readonly Reading[] {
  const alone = {made: String.fromCharCode(first.byte), end: first.end}
  const bytes = [first.byte]
  let {end} = first
  for (let more = lengthOf(first.byte) - 1; more > 0; more--) {
    const found = next(text, end)
    if (found === undefined) return [alone]
    bytes.push(found.byte)
    end = found.end
  }
  return bytes.length === 1 ? [alone] : [alone, {made: Buffer.from(bytes).toString('utf8'), end}]
}

/** Reads CSS escapes with as many hex digits as there are, or fewer, since the next digit may stand for itself. A blank ends them. Source: CSS Syntax Module Level 3, section 4.3.7. */
function pushStyleCodes(text: string, at: number, readings: Reading[]): void {
  const last = hexEnd(text, at + 1, at + 1 + LONGEST_STYLE_CODE)
  for (let end = at + 2; end <= last; end++) {
    const made = characterOf(Number.parseInt(text.slice(at + 1, end), 16))
    readings.push({made, end})
    if (end === last && isBlank(text.charCodeAt(end))) readings.push({made, end: end + 1})
  }
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13)
}

function namedAt(text: string, at: number): readonly Reading[] {
  const name = matchAt(NAMED_HERE, text, at)?.[1] ?? ''
  const made = ENTITY_NAMES.get(name)
  if (made === undefined) return NONE
  const end = NAMED_HERE.lastIndex
  return name === 'nbsp' ? [{made, end}, ...blankAt(end)] : [{made, end}]
}

function nameCodeAt(text: string, at: number): readonly Reading[] {
  const digits = matchAt(NAME_HERE, text, at)?.[1]
  return digits === undefined ? NONE : [{made: characterOf(Number.parseInt(digits, 16)), end: NAME_HERE.lastIndex}]
}

/** Readings of a sign that is escaped several times, one for each depth: what follows any of the escapes may belong to the value. */
function eachDepth(text: string, at: number, pattern: RegExp): Reading[] {
  const made = text.charAt(at)
  const readings: Reading[] = []
  for (let end = at + 1; matchAt(pattern, text, end); readings.push({made, end})) end = pattern.lastIndex
  return readings
}

/** A blank as a `+` of a form, or one of markup that does not break. */
function blankAt(end: number): readonly Reading[] {
  return [{made: ' ', end}]
}

/** A sign that escapes itself: quotes in SQL and CSV, signs of templates. */
function twiceAt(text: string, at: number): readonly Reading[] {
  const made = text.charAt(at)
  return text.charAt(at + 1) === made ? [{made, end: at + 2}] : NONE
}
