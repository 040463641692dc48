/** A flag as a shell needs to know it. `values`: what may follow; none for a switch. */
export interface FlagEntry {
  readonly name: string
  readonly takesValue: boolean
  readonly values: readonly string[]
  readonly summary: string
}

/** A command as a shell needs to know it. */
export interface CommandEntry {
  readonly words: readonly string[]
  readonly summary: string
  readonly flags: readonly FlagEntry[]
}

/** The words that may follow `prefix`, sorted, each with the summary of its command where it is one. */
export function nextWords(table: readonly CommandEntry[], prefix: readonly string[]): Map<string, string> {
  const next = new Map<string, string>()
  for (const {words, summary} of table) {
    const word = words[prefix.length]
    if (word === undefined || prefix.some((part, at) => words[at] !== part)) continue
    const isWhole = words.length === prefix.length + 1
    if (isWhole || !next.has(word)) next.set(word, isWhole ? summary : '')
  }
  return new Map([...next].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
}

/** Every place where further words may follow: the start, and each topic. */
export function prefixes(table: readonly CommandEntry[]): string[][] {
  const all = table.flatMap(({words}) => words.map((_, at) => words.slice(0, at)))
  return [...new Map(all.map((words) => [words.join(' '), words])).values()]
}
