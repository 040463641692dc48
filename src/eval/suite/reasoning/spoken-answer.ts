const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const WORDS: ReadonlyMap<string, number> = new Map([
  ...ONES.map((word, value): [string, number] => [word, value]),
  ...TENS.map((word, at): [string, number] => [word, 10 * (at + 2)]),
  ...TENS.flatMap((ten, at) =>
    ONES.slice(1, 10).map((one, value): [string, number] => [`${ten}-${one}`, 10 * (at + 2) + value + 1]),
  ),
])
const NUMBER = /(?<![\p{L}\p{N}_.]|[\p{L}_]-)-?\d+(?:[.,]\d+)*(?![\p{L}\p{N}_])/gu
const WORD = new RegExp(`\\b(?:${[...WORDS.keys()].toSorted((a, b) => b.length - a.length).join('|')})\\b`, 'g')
/** Ways to say that there is none; they count only where no number stands. */
const NONE = /\b(?:no|none|nothing|not any)\b/

/**
 * The one whole number that an answer names, in digits or words up to ninety-nine. `undefined` where it names none, several, or one that is
 * no count: whoever lists many numbers has said nothing. `ids` are names of the scene, whose digits are no answer.
 */
export function spokenCount(answer: string, ids: readonly string[]): number | undefined {
  const text = withoutIds(answer.normalize('NFKC').toLowerCase(), ids).replace(/\b([a-z]+ty) (?=[a-z]+\b)/g, '$1-')
  const digits = (text.match(NUMBER) ?? []).map(Number)
  const words = (text.match(WORD) ?? []).map((word) => WORDS.get(word) ?? Number.NaN)
  const named = [...new Set([...digits, ...words])]
  const [value] = named
  if (value === undefined) return NONE.test(text) ? 0 : undefined
  return named.length === 1 && Number.isSafeInteger(value) && value >= 0 ? value + 0 : undefined
}

/** The one object of the scene that an answer names, or `undefined`. */
export function spokenId(answer: string, ids: readonly string[]): string | undefined {
  const text = answer.normalize('NFKC').toLowerCase()
  const named = ids.filter((id) => wholeName(id).test(text))
  return named.length === 1 ? named[0] : undefined
}

function withoutIds(text: string, ids: readonly string[]): string {
  return ids.reduce((rest, id) => rest.replace(wholeName(id), ' '), text)
}

/** An id that is no part of a longer one. */
function wholeName(id: string): RegExp {
  return new RegExp(`(?<![\\w.-])${RegExp.escape(id.toLowerCase())}(?![\\w-])`, 'g')
}
