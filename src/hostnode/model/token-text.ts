import type {Entropy} from '#random/entropy'

const PREFIX = 'hn_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_DIGITS = 30
const CHECK_DIGITS = 6
const FORM = /^hn_[0-9A-Za-z]{36}$/
const HINT_DIGITS = 8
/** The largest multiple of 62 that a byte reaches: what lies above would make some digits likelier. */
const FAIR_BYTES = 248

/** A new access token: 178 random bits in base 62, and their CRC-32 in six digits. */
export function makeTokenText(entropy: Entropy): string {
  let random = ''
  while (random.length < RANDOM_DIGITS) {
    const fair = entropy.bytes(RANDOM_DIGITS - random.length).filter((byte) => byte < FAIR_BYTES)
    for (const byte of fair) random += DIGITS[byte % 62]
  }
  return `${PREFIX}${random}${checksum(random)}`
}

/** Whether a text is a token that some node may have made: mistyped and made-up ones are told apart without a look at the store. */
export function isTokenText(text: string): boolean {
  if (!FORM.test(text)) return false
  const end = PREFIX.length + RANDOM_DIGITS
  return checksum(text.slice(PREFIX.length, end)) === text.slice(end)
}

/** What lists show of a token, so that its owner knows which one it is. */
export function tokenHint(token: string): string {
  return token.slice(0, PREFIX.length + HINT_DIGITS)
}

function checksum(random: string): string {
  let rest = process.getBuiltinModule('node:zlib').crc32(random)
  let text = ''
  for (let count = 0; count < CHECK_DIGITS; count++) {
    text = DIGITS[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
