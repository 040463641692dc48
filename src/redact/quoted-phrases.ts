import {isSpoken} from './readable.ts'
import {isIdentifier} from './value-kinds.ts'

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
export function isSecretPhrase(value: string): boolean {
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
