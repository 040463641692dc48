import type {ListedRepository} from './repository.ts'

/** All repositories up to this many; above, so many of them and the three that stand out. */
const MOST_SAMPLED = 200
/** Fewer are no sample, unless there are no more. */
export const LEAST_SAMPLED = 20

/** Which repositories are looked into: all of them, or some evenly from the first to the last with the largest, the oldest and the newest. */
export function sampleRepositories(all: readonly ListedRepository[]): readonly ListedRepository[] {
  if (all.length <= MOST_SAMPLED) return all
  const step = (all.length - 1) / (MOST_SAMPLED - 1)
  const even = Array.from({length: MOST_SAMPLED}, (_, at) => all[Math.round(at * step)])
  const outstanding = [
    greatestOf(all, ({size}) => size),
    greatestOf(all, ({createdAtMs}) => createdAtMs),
    greatestOf(all, ({createdAtMs}) => createdAtMs && -createdAtMs),
  ]
  return [...new Set([...even, ...outstanding])].filter((one) => one !== undefined)
}

/** Undefined where nothing is told of any. */
function greatestOf(
  all: readonly ListedRepository[],
  by: (one: ListedRepository) => number | undefined,
): ListedRepository | undefined {
  let found: {readonly one: ListedRepository; readonly value: number} | undefined
  for (const one of all) {
    const value = by(one)
    if (value !== undefined && value > (found?.value ?? Number.NEGATIVE_INFINITY)) found = {one, value}
  }
  return found?.one
}
