import {isReadable, isSpoken} from './readable.ts'
import {entropyOf, isIdentifier, isRandom, isWordy, mixOf, withoutShards} from './value-kinds.ts'

/** How a value stands beside its key. */
export interface Assigned {
  readonly key: string
  readonly value: string
  readonly quoted: boolean
  /** No space around an equals sign, or a flag with its value: never prose, seldom source. */
  readonly tight: boolean
  /** The character after the value. */
  readonly next: string
  /** The name says secret by its last word only, as `stripe_key` does, but `sort_key` too. */
  readonly isLikelyOnly: boolean
}

const SHORTEST = 8
const SHORTEST_PASSWORD = 4
const LEAST_ENTROPY = 3
const LEAST_ENTROPY_LONG = 2.5
const REFERENCE =
  /^(?:[$%{<*[]|\.\.\.|(?:process|import\.meta|os|env|vars|secrets|config|self|this)[.[(]|(?:x{3,}|\.{3,})|your[-_ ]|example|changeme|placeholder|redacted|:\w+:)/i
const DIGEST = /^(?:hmac[-_]?)?(?:sha(?:1|256|384|512)|md5)(?:[:-]|with|$)/i
/** A regular expression from its first character to its last, as source has them. */
const PATTERN = /^\/\^.+\$\/[a-z]*$/
/** `X-Hub-Signature-256`: what carries a secret, and none. */
const HEADER_NAME = /^X(?:-[A-Z][a-z]+)+(?:-\d{1,4})?$/
const SAYS_PASSWORD = /pass|pwd|psk|(?:^|[_.-])pw$/i
const IS_PASSWORD =
  /(?:pass(?:[-_]?(?:w(?:or)?d|phrase|code))?|pwd|psk|requirepass|masterauth)s?\d{0,3}$|(?:^|[_.-])pw\d{0,3}$/i
/** A power or the width of a pulse, beside `pw`. */
const MEASURED = /^[^A-Za-z]*[A-Za-z]?[^A-Za-z]*$/
/** Keys that find something and open nothing. */
const KEYS_OF_DATA =
  /(?:blob|cache|composite|config|dedupe|event|file|foreign|group|hash|hot|idempotency|index|lookup|map|message|natural|object|partition|primary|public|recv|routing|row|shard|sort|storage|translation|unique)[-_.]?keys?$/i
const SAYS_SOMETHING =
  /\b(?:an?|the|your|this|is|are|was|must|should|not|no|of|to|for|enter|please|invalid|required|password)\b|[:;?!{}<>]/i

/** Hashes as `crypt` writes them, signs of a password, and what programs seal in braces or behind a scheme in them. */
const LIKE_REFERENCE =
  /^(?:\$\d|\$[a-z][a-z\d]{0,9}\$|[*%][^\s%*]{5,}\d|\{[A-Za-z\d+/]{20,}={0,2}\}|\{[A-Za-z\d-]{2,12}\}[^\s{}]{6})/

/** What stands for a secret without being one: a variable, a template, a note to fill something in. */
export function isPlaceholder(value: string): boolean {
  return REFERENCE.test(value) && !LIKE_REFERENCE.test(value)
}

/** Whether a value beside a secret word is one: eight characters at three bits, beside a word for passwords four; and no word, reference, path, address or code. */
export function isLikelySecret(assigned: Assigned): boolean {
  const {key, value, isLikelyOnly} = assigned
  if (isPlaceholder(value) || DIGEST.test(value) || isAddress(value) || isTokenCount(key, value)) return false
  if (PATTERN.test(value) || HEADER_NAME.test(value) || isPower(key, value)) return false
  if (!/\d/.test(value) && isSpoken(value)) return false
  if (isInShards(value)) return false
  if (IS_PASSWORD.test(key) && (isLikelyPassword(assigned) || isPasswordPhrase(assigned))) return true
  if (value.length < SHORTEST || entropyOf(value) < leastEntropy(value)) return false
  if (isLikelyOnly && !isKeyLike(assigned)) return false
  return assigned.quoted ? isLikelyQuoted(assigned) : isLikelyBare(assigned)
}

function isPower(key: string, value: string): boolean {
  return /(?:^|[_.-])pw$/i.test(key) && MEASURED.test(value)
}

function isInShards(value: string): boolean {
  const path = withoutShards(value)
  return path !== value && !isRandom(path)
}

/** Sixteen letters and digits are no word however often one of them comes. */
function leastEntropy(value: string): number {
  return value.length >= 16 && /\d/.test(value) && /[a-z]/i.test(value) ? LEAST_ENTROPY_LONG : LEAST_ENTROPY
}

/** What a model used or may use: `prompt_tokens: 1234567890`. */
export function isTokenCount(key: string, value: string): boolean {
  return /tokens$/i.test(key) && /^\d{1,12}$/.test(value)
}

/** Whether a value is a passphrase of any length. Beside the bare word `pass` it is not one: that is how a test reports. */
function isPasswordPhrase({value, quoted, isLikelyOnly}: Assigned): boolean {
  return quoted && !isLikelyOnly && /\s/.test(value) && isSecretPhrase(value)
}

/** Passwords are chosen by people: short, and often words. What is left is no type, no note, and nothing of a program. */
function isLikelyPassword({key, value, quoted, tight, next, isLikelyOnly}: Assigned): boolean {
  if (
    value.length < SHORTEST_PASSWORD ||
    !/[A-Za-z\d].*[A-Za-z\d]/.test(value) ||
    /\s/.test(value) ||
    isTemplate(value) ||
    isSpoken(value)
  )
    return false
  if (isLikelyOnly && !tight && !/\d.*[A-Za-z]|[A-Za-z].*\d/.test(value) && isReadable(value)) return false
  if (/^\d+$/.test(value)) return (quoted || tight || endsLine(next)) && !/^(?:_|count|per)/i.test(key)
  if (isWordy(value) && isReadable(value)) return isLikelyWord({value, quoted, tight, next})
  if (quoted) return true
  if ('([{<'.includes(next) && next !== '') return false
  if (!isReadable(value)) return true
  return (
    !isMember(value) && !isTypeName(value) && (tight || endsLine(next) || !isPlainName(value) || /\d{2}$/.test(value))
  )
}

/** `correcthorse`: small letters that end their line or stand in quotes; names and titles begin with a capital. */
function isLikelyWord({value, quoted, tight, next}: Pick<Assigned, 'value' | 'quoted' | 'tight' | 'next'>): boolean {
  if (!/^[a-z]{6,}$|^[a-z]{3,}(?:-[a-z]{3,}){1,5}$/.test(value)) return false
  return quoted || (tight ? !/[),.;]/.test(next) || next === '' : endsLine(next))
}

function endsLine(next: string): boolean {
  return next === '' || next === '\n' || next === '\r' || next === '\\'
}

/** `STRIPE_KEY=...`, `"deployKey": "..."`: a variable, or a name of two words beside what looks drawn by chance. */
function isKeyLike({key, value}: Assigned): boolean {
  const isVariable = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(key)
  if (isBasicCredential(value)) return true
  if (/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(value) && !isRandom(value)) return false
  if (!/[-_.]|[a-z][A-Z]/.test(key) || KEYS_OF_DATA.test(key) || !/[A-Za-z]/.test(value)) return false
  if (!/\d/.test(value)) return value.length >= 16 && !isReadable(value)
  return isVariable ? !isPlainName(value) || !isReadable(value) : value.length >= 16 && mixOf(value) >= 0.15
}

/** Base64 of `name:password`. */
export function isBasicCredential(value: string): boolean {
  if (value.length < 8 || value.length > 4_096 || !/^[A-Za-z\d+/_-]+={0,2}$/.test(value)) return false
  return /^[\x20-\x7e]{1,200}:[\x20-\x7e]{1,2000}$/.test(Buffer.from(value, 'base64').toString('latin1'))
}

function isLikelyQuoted(assigned: Assigned): boolean {
  const {key, value} = assigned
  if (/\s/.test(value)) return /passphrase|mnemonic|seed/i.test(key) || isPassphrase(assigned) || isSecretPhrase(value)
  if (isWordy(value) && isReadable(value))
    return SAYS_PASSWORD.test(key) && /^[A-Za-z]+$/.test(value) && !isSpoken(value)
  return !isTemplate(value)
}

/** Words in quotes right after `password=`, unless they read as a sentence about it. */
function isPassphrase({key, value, tight}: Assigned): boolean {
  return tight && SAYS_PASSWORD.test(key) && /^\S+(?: \S+){2,11}$/.test(value) && !SAYS_SOMETHING.test(value)
}

function isLikelyBare({key, value, tight, next}: Assigned): boolean {
  if (next === '(' || next === '[' || next === '{' || next === '<') return false
  if (isWordy(value) && isReadable(value)) return tight && !/[),.]/.test(next) && /^[A-Za-z]+$/.test(value)
  if (value.length >= 12 && /^\w*$|\d/.test(value) && !isReadable(value)) return true
  if (isMember(value) || isTypeName(value) || isTemplate(value)) return false
  return tight || SAYS_PASSWORD.test(key) || !isPlainName(value) || isOfHeader(key, value)
}

/** `X-Api-Key: simple5key`: nothing of a program has such a name. */
function isOfHeader(key: string, value: string): boolean {
  return /^x-/i.test(key) && /\d/.test(value)
}

/** `config.auth.token2`, `a->b`: a path through names, each of them plain. */
function isMember(value: string): boolean {
  return (
    /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|->|::)[A-Za-z_$][\w$]*)+[;,-]?$/.test(value) &&
    mixOf(value) < 0.25 &&
    !isRandom(value)
  )
}

/** `Uint8Array`, `Sha256Digest`. */
function isTypeName(value: string): boolean {
  return /^[A-Z][A-Za-z]*\d{0,3}[A-Z][a-z]+[A-Za-z]*[;,]?$/.test(value) && mixOf(value) < 0.34
}

/** `base64url`, `sha256_hex`, `user_token_2;`: names of source code with at most one number in them. */
function isPlainName(value: string): boolean {
  return /^(?:[A-Za-z_]+\d{0,4}[A-Za-z_]*|[a-z]+(?:-[a-z]+)*-\d{1,4})[;,]?$/.test(value) && mixOf(value) < 0.3
}

function isTemplate(value: string): boolean {
  return /\$\{|\{\{|<%|^%s|%\(|\{\w+\}/.test(value)
}

/** Paths and addresses have layers of their own. */
function isAddress(value: string): boolean {
  return (
    /^[a-z][a-z\d+.-]*:\/\//i.test(value) ||
    (/^(?:\.{1,2}|~)?\/[\w.-]+(?:\/[\w.-]+)*\/?$/.test(value) && !isRandom(value)) ||
    isIdentifierPath(value)
  )
}

function isIdentifierPath(value: string): boolean {
  return /^(?:urn|did|arn):/.test(value) || (isIdentifier(value) && /^\d{8}T/.test(value))
}

const MOST_WORDS = 12
const SHORTEST_WORD = 5
/** What a sentence about a secret has, and a secret of several words seldom. */
const SENTENCE =
  /\b(?:an?|the|your|this|that|is|are|was|be|must|should|can|not|no|of|to|for|from|with|without|when|if|in|on|at|by|as|via|enter|please|use|using|invalid|required|see|default|example|least|characters?|version)\b|[:;?](?:\s|$)|\s[+?|&=]\s|[(){}<>]/
/** Words as sentences write them: `bY` is none. */
const WORD = /\b[A-Z](?:[a-z]*|[A-Z]*)\b/g
/** Digits in words of the trade: algorithms, formats, versions, services, numbers with their unit. */
const TERM =
  /^(?:(?:o?auth|sha|md|base|v|tls|ssl|rfc|es|http|utf|aes|rsa|x|pkcs|argon|pbkdf|ed|curve|secp|hs|rs|ps|ipv?|python|node|iso|fido|saml|oidc|ec|mp|h|web|win|vt|int|uint|float|utc|gmt)[-_.]?\d[\w.-]{0,12}|\d[\d.,:]*[a-z%]{1,5}|\d{4}-\d.*|[a-z]\d{1,2}[a-z]|bcrypt.*|.*\.[a-z]{2,4})$/i
/** `correct horse battery staple`: notes and labels begin with a capital, or say what they are about. */
const SMALL_WORDS = /^[a-z]{2,16}(?: [a-z]{2,16}){3,11}$/

/** Whether several words in quotes beside a secret name are the secret: one of them looks drawn by chance, or all are small words that say nothing. */
function isSecretPhrase(value: string): boolean {
  if (value !== value.trim() || SENTENCE.test(value.replace(WORD, (word) => word.toLowerCase()))) return false
  const words = value.split(/\s+/)
  if (words.length > MOST_WORDS) return false
  return words.some(isDrawnWord) || (SMALL_WORDS.test(value) && !words.some(isSpoken))
}

/** Letters and digits in one word that is no term, path, file or id. */
function isDrawnWord(given: string): boolean {
  const word = given.replace(/^["'([]+|["').,\]]+$/g, '')
  if (!/\d/.test(word) || !/[A-Za-z]/.test(word) || /\/|^(?:[$%@#]|[A-Za-z]:\\)/.test(word)) return false
  if (TERM.test(word) || isIdentifier(word)) return false
  return word.length >= SHORTEST_WORD || (/[a-z]/.test(word) && /[A-Z]/.test(word))
}
