/** What a shell may offer at a place: words that are known now, names that Assay tells when it is asked, documents in the folder. */
export interface Offer {
  readonly values: readonly string[]
  readonly ask?: AskedName | undefined
  /** Files that end as documents of callers do. */
  readonly documents?: boolean
}

/** Names that change while nobody upgrades: runs of a workspace, providers of the caller's own file. */
export type AskedName = 'run' | 'provider'

/** A flag as a shell needs to know it. `values`: what may follow; none for a switch. */
export interface FlagEntry extends Offer {
  readonly name: string
  readonly char?: string | undefined
  readonly takesValue: boolean
  readonly summary: string
}

/** A command as a shell needs to know it. `argument`: what may stand behind its words, if anything. */
export interface CommandEntry {
  readonly words: readonly string[]
  readonly summary: string
  readonly flags: readonly FlagEntry[]
  readonly argument?: Offer | undefined
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

/** Whether there is anything to offer. */
export function offersAny({values, ask, documents}: Offer): boolean {
  return values.length > 0 || ask !== undefined || documents === true
}

/** For every shell alike: a quote inside ends the string, is escaped, and begins it again. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
