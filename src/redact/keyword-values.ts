import {entropyOf, isIdentifier, isRandom, isWordy, mixOf} from './randomness.ts'

/** How a value stands beside its key. */
export interface Assigned {
  readonly key: string
  readonly value: string
  readonly quoted: boolean
  /** No space around an equals sign, or a flag with its value: never prose, seldom source. */
  readonly tight: boolean
  /** The character after the value. */
  readonly next: string
}

const SHORTEST = 8
const LEAST_ENTROPY = 3
const REFERENCE =
  /^(?:[$%{<*[]|\.\.\.|(?:process|import\.meta|os|env|vars|secrets|config|self|this)[.[(]|(?:x{3,}|\.{3,})|your[-_ ]|example|changeme|placeholder|redacted)/i
const DIGEST = /^sha(?:1|256|384|512)[:-]/
const SAYS_PASSWORD = /pass|pwd/i
const SAYS_SOMETHING =
  /\b(?:an?|the|your|this|is|are|was|must|should|not|no|of|to|for|enter|please|invalid|required|password)\b|[:;?!{}<>]/i

/** What stands for a secret without being one: a variable, a template, a note to fill something in. A bcrypt hash begins with a dollar and a digit. */
export function isPlaceholder(value: string): boolean {
  return REFERENCE.test(value) && !/^\$\d/.test(value)
}

/** Whether a value beside a secret word is one: eight characters at three bits, and no word, reference, path, address or code. */
export function isLikelySecret(assigned: Assigned): boolean {
  const {value} = assigned
  if (value.length < SHORTEST || isPlaceholder(value) || DIGEST.test(value) || isAddress(value)) return false
  if (entropyOf(value) < LEAST_ENTROPY || isTokenCount(assigned.key, value)) return false
  return assigned.quoted ? isLikelyQuoted(assigned) : isLikelyBare(assigned)
}

/** What a model used or may use: `prompt_tokens: 1234567890`. */
export function isTokenCount(key: string, value: string): boolean {
  return /tokens$/i.test(key) && /^\d{1,12}$/.test(value)
}

function isLikelyQuoted(assigned: Assigned): boolean {
  const {key, value} = assigned
  if (/\s/.test(value)) return /passphrase|mnemonic|seed/i.test(key) || isPassphrase(assigned)
  if (isWordy(value)) return SAYS_PASSWORD.test(key) && /^[A-Za-z]+$/.test(value)
  return !isTemplate(value)
}

/** Words in quotes right after `password=`, unless they read as a sentence about it. */
function isPassphrase({key, value, tight}: Assigned): boolean {
  return tight && SAYS_PASSWORD.test(key) && /^\S+(?: \S+){2,11}$/.test(value) && !SAYS_SOMETHING.test(value)
}

function isLikelyBare({key, value, tight, next}: Assigned): boolean {
  if (next === '(' || next === '[' || next === '{' || next === '<') return false
  if (isWordy(value)) return tight && !/[),.]/.test(next) && /^[A-Za-z]+$/.test(value)
  if (isMember(value) || isTypeName(value) || isTemplate(value)) return false
  return tight || SAYS_PASSWORD.test(key) || !isPlainName(value)
}

/** `config.auth.token2`, `a->b`: a path through names, each of them plain. */
function isMember(value: string): boolean {
  return (
    /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|->|::)[A-Za-z_$][\w$]*)+[;,]?$/.test(value) &&
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
  return /^[A-Za-z_]+\d{0,4}[A-Za-z_]*[;,]?$/.test(value) && mixOf(value) < 0.3
}

function isTemplate(value: string): boolean {
  return /\$\{|\{\{|<%|%s|%\(|\{\w+\}/.test(value)
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
