import {isSecretVariable} from './key-names.ts'
import {isPlaceholder} from './keyword-values.ts'
import {isWordy} from './randomness.ts'
import type {Span} from './span.ts'
import {isSpoken} from './spoken-words.ts'

/** Adds what a phrase or a line shows at the place of its secret, unless it is prose; gives where that ends. */
export function addPasswordValue(match: RegExpExecArray, found: Span[]): number | undefined {
  const {name, value: named} = match.groups ?? {}
  if (name !== undefined && !isSecretVariable(name)) return undefined
  const value = (named ?? match[1] ?? '').replace(/[.!?)]+$/, '')
  if (value.length < 4 || isPlaceholder(value) || isSpoken(value) || isProse(match, value)) return undefined
  const start = match.index + match[0].lastIndexOf(value)
  found.push({start, end: start + value.length, rule: 'keyword'})
  return start + value.length
}

/** `password is wrong`, `password entries were`: a plain word that does not end its line says something about it. */
function isProse({0: phrase, index, input}: RegExpExecArray, value: string): boolean {
  const next = input[index + phrase.length]
  if (next === undefined || (/[\r\n]/.test(next) && !/(?:is|was)\b/i.test(phrase))) return false
  return /^password\b|(?:is|was)\b/i.test(phrase) && isWordy(value)
}
