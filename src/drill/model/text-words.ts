/** What words in texts of a drill begin with. */
export const WORD_HEADS: readonly string[] = ['server', 'secret', 'token', 'hook', 'run', 'object', 'node']

const WORD = /\{(?<word>(?<head>[a-z]+)\.[a-z0-9_.-]+)\}/g

/** A word in braces, and the part of it that says what it is about. */
export interface TextWord {
  readonly word: string
  readonly head: string
}

/** Every word in the texts of a value, however deep. */
export function wordsIn(value: unknown): TextWord[] {
  if (typeof value === 'string')
    return [...value.matchAll(WORD)].map(({groups}) => ({word: groups?.['word'] ?? '', head: groups?.['head'] ?? ''}))
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(wordsIn)
}

/** Words in a value whose texts were filled: nothing stood for them. */
export const unfilledIn = (value: unknown): string[] =>
  wordsIn(value).flatMap(({word, head}) => (WORD_HEADS.includes(head) ? [word] : []))
