/** What stands for `{…}` in texts of a drill file, by the words inside. */
export type SiteWords = ReadonlyMap<string, string>

/** The text with every `{word}` that the site knows; others stay as they are. */
export function filledIn(text: string, words: SiteWords): string {
  return text.replace(/\{([a-z0-9_.-]+)\}/g, (whole, word: string) => words.get(word) ?? whole)
}

/** A value in which every text has its `{word}`s replaced by what the site knows; others stay as they are. */
export function filledInAll(value: unknown, words: SiteWords): unknown {
  if (typeof value === 'string') return filledIn(value, words)
  if (Array.isArray(value)) return value.map((one) => filledInAll(one, words))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filledInAll(one, words)]))
}
