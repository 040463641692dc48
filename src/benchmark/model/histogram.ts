import type {BenchmarkHistogram} from '#contract/generated/types'

/** Buckets in each doubling: a value is known to 1.6 %. */
const PER_OCTAVE = 64
/** Number of doublings: 2⁵³ ns is 104 days. */
const OCTAVES = 53

/**
 * Counts of whole nanoseconds in buckets that grow with the value: complete for any number of calls, and two histograms add up to that of
 * both. Source: G. Tene, HdrHistogram; the buckets are linear within an octave.
 */
export class Histogram {
  readonly #counts = new Float64Array(1 + OCTAVES * PER_OCTAVE)
  #count = 0
  #minNs = Number.POSITIVE_INFINITY
  #maxNs = 0

  /** The histogram from which the document was made. */
  static of({count, min, max, buckets}: BenchmarkHistogram): Histogram {
    const made = new Histogram()
    for (const [at = 0, own = 0] of buckets) made.#counts[at] = own
    made.#count = count
    made.#minNs = min ?? made.#minNs
    made.#maxNs = max ?? made.#maxNs
    return made
  }

  add(ns: number, count = 1): void {
    const at = bucketOf(ns)
    this.#counts[at] = (this.#counts[at] ?? 0) + count
    this.#count += count
    this.#minNs = Math.min(this.#minNs, ns)
    this.#maxNs = Math.max(this.#maxNs, ns)
  }

  /** A histogram of the values of both. */
  plus(other: Histogram): Histogram {
    const sum = new Histogram()
    for (const one of [this, other]) {
      for (const [at, count] of one.#counts.entries()) sum.#counts[at] = (sum.#counts[at] ?? 0) + count
      sum.#count += one.#count
      sum.#minNs = Math.min(sum.#minNs, one.#minNs)
      sum.#maxNs = Math.max(sum.#maxNs, one.#maxNs)
    }
    return sum
  }

  get count(): number {
    return this.#count
  }

  /** The upper end of the bucket that holds the value of rank ⌈qn⌉, at most the greatest value; undefined without values. */
  quantileNs(q: number): number | undefined {
    let left = Math.max(1, Math.ceil(q * this.#count - 1e-9))
    for (const {highNs, count} of this.buckets()) {
      left -= count
      if (left <= 0) return Math.min(highNs, this.#maxNs)
    }
    return undefined
  }

  /** The buckets that are not empty, ascending: values from `lowNs`, below `highNs`. */
  buckets(): {readonly lowNs: number; readonly highNs: number; readonly count: number}[] {
    return this.#filled().map(([at, count]) => ({...bucketBounds(at), count}))
  }

  document(): BenchmarkHistogram {
    return {
      unit: 'ns',
      buckets_per_octave: PER_OCTAVE,
      count: this.#count,
      min: this.#count === 0 ? null : this.#minNs,
      max: this.#count === 0 ? null : this.#maxNs,
      buckets: this.#filled(),
    }
  }

  #filled(): [number, number][] {
    return [...this.#counts.entries()].filter(([, count]) => count > 0)
  }
}

/** The bucket of a value: 0 holds 0; then come 64 per octave, of which small octaves use only as many as they have whole numbers. */
function bucketOf(ns: number): number {
  if (ns < 1) return 0
  const octave = Math.min(OCTAVES - 1, Math.floor(Math.log2(ns)))
  return 1 + octave * PER_OCTAVE + Math.floor((ns / 2 ** octave - 1) * PER_OCTAVE)
}

/** Range of the values of a bucket: from `lowNs`, below `highNs`. */
export function bucketBounds(bucket: number): {readonly lowNs: number; readonly highNs: number} {
  return {lowNs: lowestOf(bucket), highNs: lowestOf(bucket + 1)}
}

function lowestOf(bucket: number): number {
  if (bucket === 0) return 0
  const octave = Math.floor((bucket - 1) / PER_OCTAVE)
  return 2 ** octave * (1 + ((bucket - 1) % PER_OCTAVE) / PER_OCTAVE)
}
