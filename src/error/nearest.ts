/** Longer texts are no names, and would take long to compare. */
const LONGEST = 64

/** Known names close to a mistyped one, nearest first, at most three; none when nothing is close. */
export function nearestNames(wanted: string, known: readonly string[]): string[] {
  if (wanted.length > LONGEST) return []
  const limit = Math.max(1, Math.floor(wanted.length / 3))
  const rated = known.map((name) => ({name, distance: editDistance(wanted.toLowerCase(), name.toLowerCase())}))
  const close = rated.filter(
    ({name, distance}) => name !== wanted && (distance <= limit || begins(wanted, name) || begins(name, wanted)),
  )
  close.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  return close.slice(0, 3).map((row) => row.name)
}

/** Two letters begin too many names to tell anything. */
const begins = (short: string, long: string) => short.length > 2 && long.startsWith(short)

/** What to type instead of a name that nothing has: the nearest ones, else all that there are. */
export function nearestHint(wanted: string, known: readonly string[]): string {
  return nearestQuestion(nearestNames(wanted, known)) ?? `Use one of: ${known.join(', ')}.`
}

/** The question after names that are near; undefined where none is. */
export function nearestQuestion(near: readonly string[]): string | undefined {
  return near.length > 0 ? `Did you mean ${near.join(' or ')}?` : undefined
}

/** What is wrong with a name in a file, and the nearest ones. */
export function withNearest(message: string, wanted: unknown, known: readonly string[]): string {
  const near = typeof wanted === 'string' ? nearestNames(wanted, known) : []
  return near.length > 0 ? `${message}; did you mean ${near.join(' or ')}?` : message
}

/** What a value of a closed set that is none of them must be, and the nearest of them. */
export function mustBeOneOf(known: readonly string[], given: unknown): string {
  return withNearest(`must be one of ${known.join(', ')}`, given, known)
}

/** Insertions, deletions, substitutions and swaps of neighbours that lead from one text to the other, each place changed once. Source: Damerau (1964). */
export function editDistance(from: string, to: string): number {
  let before: number[] = []
  let row = Array.from({length: to.length + 1}, (_, at) => at)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : change
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[to.length] ?? 0
}
