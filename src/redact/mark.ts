import {hasPictures} from './controls.ts'
import {TOKEN_FAMILIES} from './token-families.ts'

/** Every rule a mark may name, besides those that callers give with a registered value. */
export const ALL_RULES: ReadonlySet<string> = new Set([
  'registered',
  'secret-key',
  'url-userinfo',
  'url-query',
  'url-fragment',
  'url-segment',
  'signed-url',
  'prefixed-token',
  'random-token',
  'private-key',
  'discord-bot-token',
  'authorization',
  'cookie',
  'keyword',
  'argument',
  'kubernetes-secret',
  'error',
  'home-path',
  'host-path',
  ...TOKEN_FAMILIES.map((family) => family.name),
])

/** Stands where a rule failed, or where a value cannot be copied: nothing is known about it, so nothing is shown. */
export const ERROR_MARK = '[redacted:error]'

/** The mark of a masked value, also as Markdown escapes it: a report that contains masked text is redacted once more. */
const MARK = /\\?\[redacted:([a-z][a-z0-9-]{0,39})(?:#[1-9]\d{0,4})?\\?\]/g
const ROOT_MARKS = ['<workspace>', '<cwd>', '<home>', '<temp>', '<path>'] as const
/** Takes the place of what is masked already: no letter, no digit, no space, and longer names stay as long. */
const VEIL = '\uE000'
const MOST_NUMBERS = 99_999

/** Numbers the masked values of one document by first appearance, so that a reader sees which are equal. */
export class Numbering {
  readonly #numbers = new Map<string, number>()

  mark(rule: string, value: string): string {
    const number = this.#numbers.get(value) ?? this.#numbers.size + 1
    // A stream without end must not grow the table without end: later values stay without a number.
    if (number > MOST_NUMBERS) return `[redacted:${rule}]`
    this.#numbers.set(value, number)
    return `[redacted:${rule}#${number}]`
  }
}

/**
 * The text with every mark of ours hidden behind as many neutral characters: offsets hold, and no rule takes a mark for a value.
 * Only marks with a known rule are hidden, else a foreign text could carry a secret inside a forged one.
 */
export function veilMarks(text: string, ownRules: ReadonlySet<string>): string {
  if (!text.includes('[redacted:')) return text
  return text.replace(MARK, (mark, rule: string) =>
    ALL_RULES.has(rule) || ownRules.has(rule) ? VEIL.repeat(mark.length) : mark,
  )
}

/** Whether anything in a text may stand for something else: a masked value, a known root of this host, a control character. */
export function hasMarks(text: string): boolean {
  return text.includes('[redacted:') || ROOT_MARKS.some((mark) => text.includes(mark)) || hasPictures(text)
}

/** Whether the character before `at` is veiled. */
export function followsVeil(text: string, at: number): boolean {
  return text[at - 1] === VEIL
}

/** Whether any of it is veiled. */
export function touchesVeil(text: string): boolean {
  return text.includes(VEIL)
}

/** True when nothing but veiled marks and punctuation between them is left. */
export function isVeiled(text: string): boolean {
  return /^[\uE000\s"',;/]*\uE000[\uE000\s"',;/]*$/.test(text)
}

/** Whether a known root's mark ends right before `at`. */
export function followsRootMark(text: string, at: number): boolean {
  return text[at - 1] === '>' && ROOT_MARKS.some((mark) => text.endsWith(mark, at))
}
