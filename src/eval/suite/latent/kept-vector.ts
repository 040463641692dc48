import {seedStream} from '#random/stream'

/** Numbers of an embedding that a trial keeps, and their digits. */
const MOST = 1024
const DIGITS = 6

/**
 * An embedding as a trial keeps it. A longer one is folded: entries are added up with random signs, the same for all, which keeps distances on
 * average. Source: Weinberger et al., Feature Hashing for Large Scale Multitask Learning, ICML 2009.
 */
export function keptVector(vector: readonly number[]): number[] {
  return (vector.length <= MOST ? vector : folded(vector)).map((value) => Number(value.toPrecision(DIGITS)) + 0)
}

function folded(vector: readonly number[]): number[] {
  const signs = seedStream(`assay/1|${vector.length}|fold`)
  const sums = new Array<number>(MOST).fill(0)
  for (const [at, value] of vector.entries()) {
    sums[at % MOST] = (sums[at % MOST] ?? 0) + (signs.int(2) === 0 ? value : -value)
  }
  return sums
}
