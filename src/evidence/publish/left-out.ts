import type {ExcludedFile} from '#contract/generated/types'

const MOST_NAMED = 3

/** How many files are excluded from a bundle, by reason: `3: too-large 1, unsupported-suffix 2`. Empty if there are none. */
export function leftOutCounts(excluded: readonly ExcludedFile[]): string {
  if (excluded.length === 0) return ''
  const counts = new Map<string, number>()
  for (const {reason} of excluded) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const words = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([reason, count]) => `${reason} ${count}`)
  return `${excluded.length}: ${words.join(', ')}`
}

/** Remarks on the files that a bundle made beside a run lacks: keeping only the bundle loses them. */
export function leftOutRemarks(excluded: readonly ExcludedFile[]): string[] {
  if (excluded.length === 0) return []
  const named = excluded.slice(0, MOST_NAMED).map(({path}) => path)
  const more = excluded.length > MOST_NAMED ? ` and ${excluded.length - MOST_NAMED} more` : ''
  return [
    `Not in the bundle, by its rules (${leftOutCounts(excluded)}): ${named.join(', ')}${more}. They stay in the folder of the run alone.`,
  ]
}
