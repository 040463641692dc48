import {LiteralIndex} from './literal-index.ts'
import type {Span} from './span.ts'

const RULE = 'private-key'
const LONGEST = 64 * 1024
const BASE64_LINES = /[A-Za-z\d+/]+(?:(?:\r?\n|\\r?\\n|\\n)[ \t]{0,16}[A-Za-z\d+/]+)*={0,2}/y
const SHORTEST_LINES = 48
const END_LABEL = /-----END [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y
/** What private keys begin with in base64 where their first line is gone: PKCS 1 and 8 of RSA, curves, Ed25519, X25519, Ed448, OpenSSH, key blobs of Windows; PKCS 8 under a password, PKCS 12, stores of Java and KeePass, keytabs. Source: RFC 8017, 5958, 5915, 8410, 8018, 7292; the `KeyStore` of OpenJDK; keepass.info; the keytab format of MIT Kerberos. */
const BEGINNINGS: readonly (readonly [literal: string, before: number])[] = [
  ['IBAAKC', 6],
  ['IBADAN', 6],
  ['MHcCAQEEI', 0],
  ['MIGkAgEBBD', 0],
  ['MIGHAgEAMBMG', 0],
  ['MIG2AgEAMBAG', 0],
  ['MC4CAQAwBQYDK2Vw', 0],
  ['b3BlbnNzaC1rZXktdjE', 0],
  ['BwIAAACkAABSU0Ey', 0],
  ['MHQCAQEEI', 0],
  ['MIGEAgEAMBAG', 0],
  ['MIHcAgEBBE', 0],
  ['MIHuAgEAMBAG', 0],
  ['MC4CAQAwBQYDK2Vu', 0],
  ['MEcCAQAwBQYDK2V', 0],
  ['MFECAQEwBQYDK2V', 0],
  ['BgkqhkiG9w0BBQ0', 8],
  ['IBAzCC', 6],
  ['/u3+7QAAAA', 0],
  ['zs7OzgAAAA', 0],
  ['A9mimmf7S7U', 0],
  ['BQIAAAB', 0],
  ['BQIAAAA', 0],
]
/** With or without their first letter, so that capitals do not matter. */
const NUMBERS =
  'rivateExponent|rivate exponent|rivate key|rivate value|riv|rime1|rime2|rime p|rime q|rime exponent p|rime exponent q|xponent1|xponent2|xp1|xp2|oefficient'.split(
    '|',
  )
const NUMBER = String.raw`\\*["']?:\s{0,8}((?:0x)?[\da-f]{32,}|[A-Za-z\d+/]{15,}[A-Za-z\d+/=]|[\da-f]{2}(?::\s*[\da-f]{2})+)`
/** Names of numbers that are private, before a value in base64 or lines of hexadecimal pairs. Source: openssl-rsa(1), certtool(1), keys of Java as text, the private key format of BIND, the TLS key log of NSS, GnuPG. */
const NAMED: readonly (readonly [literal: string, form: RegExp])[] = [
  ...NUMBERS.map((literal): [string, RegExp] => [literal, new RegExp(`${literal}${NUMBER}`, 'iy')]),
  ['CLIENT_RANDOM', /CLIENT_RANDOM [\da-f]{64} ([\da-f]{64,128})/y],
  ['_SECRET', /_SECRET(?:_\d)? [\da-f]{64} ([\da-f]{64,128})/y],
  ['private-key', /(?<=\((?:protected-)?)private-key([^"]{20,8192})/y],
  ['mnemonic', /mnemonic["']?\s{0,4}[:=]\s{0,4}["']?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})/iy],
  ['phrase', /(?:seed|recovery)?[ _-]?phrase["']?\s{0,4}[:=]\s{0,4}["']?((?:[a-z]{3,8} ){11,23}[a-z]{3,8})/iy],
  // Node keys of Cardano, NEAR, Matrix and ZeroTier; DER in hexadecimal, and as asn1parse prints it.
  ['cborHex', /cborHex\\*["']\s{0,4}:\s{0,4}\\*["'](58[24]0[\da-f]{64,256})/y],
  ['ed25519:', /ed25519:([1-9A-HJ-NP-Za-km-z]{80,90})(?!\w)/y],
  ['ed25519 ', /(?<=(?:^|\n))ed25519 [\w:]{1,32} ([A-Za-z\d+/]{43})(?=\s|$)/y],
  [':0:', /(?<=(?:^|\s)[\da-f]{10}):0:[\da-f]{128}:([\da-f]{128})/y],
  ['0201000282', /(?<=3082[\da-f]{4})0201000282([\da-f]{64,8192})/iy],
  ['020100300', /(?<=30(?:8[12][\da-f]{2,4}|[\da-f]{2}))020100300([\da-f]{64,8192})/iy],
  ['0201010420', /(?<=30[\da-f]{2,4})0201010420([\da-f]{64})/iy],
  ['INTEGER', /INTEGER\s{1,12}:([\dA-F]{48,8192})/y],
  ['Static key V1-----', /Static key V1-----([\da-fA-F\s\\nr]{32,2048})/y],
]
const HINTS = [...BEGINNINGS.map(([literal]) => literal), ...NAMED.map(([literal]) => literal), '-----END ']
const INDEX = new LiteralIndex(HINTS)

/** Private keys without their first line, and their numbers where they are printed by name. */
export function findBareKeys(text: string, found: Span[]): void {
  let done = 0
  INDEX.scan(text, (at, which) => {
    if (at < done) return undefined
    const beginning = BEGINNINGS[which]
    const named = NAMED[which - BEGINNINGS.length]
    const span = beginning
      ? fromBeginning(text, at - beginning[1])
      : named
        ? numberOf(text, at, named[1])
        : beforeEnd(text, at)
    if (span === undefined) return undefined
    found.push({...span, rule: RULE})
    done = span.end
    return span.end
  })
}
findBareKeys.hints = HINTS

interface Stretch {
  readonly start: number
  readonly end: number
}

function fromBeginning(text: string, start: number): Stretch | undefined {
  if (
    start < 0 ||
    /[A-Za-z\d+/]/.test(text[start - 1] ?? '') ||
    !/^(?:M|b3Bl|BwIA|\/u3\+|zs7O|A9mi|BQIA)/.test(text.slice(start, start + 4))
  )
    return undefined
  BASE64_LINES.lastIndex = 0
  const length = BASE64_LINES.exec(text.slice(start, start + LONGEST))?.[0].length ?? 0
  return length < SHORTEST_LINES ? undefined : {start, end: start + length}
}

function numberOf(text: string, at: number, form: RegExp): Stretch | undefined {
  form.lastIndex = at
  const match = form.exec(text)
  const value = match?.[1]
  return match && value !== undefined ? {start: form.lastIndex - value.length, end: form.lastIndex} : undefined
}

/** The lines of base64 right before the last line of a private key. */
function beforeEnd(text: string, at: number): Stretch | undefined {
  END_LABEL.lastIndex = at
  if (!END_LABEL.test(text)) return undefined
  const end = END_LABEL.lastIndex
  const near = text.slice(Math.max(0, at - LONGEST), at)
  let start = near.length
  while (start > 0 && /[A-Za-z\d+/=\s]/.test(near[start - 1] ?? '')) start--
  const lines = near.slice(start)
  const first = lines.search(/[A-Za-z\d+/]{40,}/)
  return first < 0 ? undefined : {start: at - lines.length + first, end}
}
