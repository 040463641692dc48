import type {Stream} from '#random/stream'

/** Latencies in ms as a provider might take them, in order of time, with the quantiles and the mean that are true of them. */
export interface Series {
  readonly name: string
  draw(stream: Stream, n: number): number[]
  readonly p50: number
  readonly p95: number
  readonly mean: number
  /** Fewer calls than these mostly do not meet what is rare in it. */
  readonly rare?: {readonly quantile: number; readonly mean: number}
}

const Z95 = 1.6448536269514722
const SPREAD = 0.5

/** Log-normal times of which each goes with the one before by `phi`. */
function alike(phi: number): Series {
  return {
    name: phi === 0 ? 'skewed, independent' : `skewed, each like the one before (${phi})`,
    draw(stream, n) {
      let state = stream.gaussian()
      return Array.from({length: n}, () => {
        state = phi * state + Math.sqrt(1 - phi * phi) * stream.gaussian()
        return 10 * Math.exp(SPREAD * state)
      })
    },
    p50: 10,
    p95: 10 * Math.exp(SPREAD * Z95),
    mean: 10 * Math.exp((SPREAD * SPREAD) / 2),
  }
}

/** One call in fifty takes twenty times as long, by itself. */
const STALLING: Series = {
  name: 'one call in fifty stalls',
  draw: (stream, n) =>
    Array.from({length: n}, () => (stream.uniform() < 0.02 ? 200 : 10) * Math.exp(0.1 * stream.gaussian())),
  // The median and p95 of the calls that do not stall, at the ranks that are left of them.
  p50: 10 * Math.exp(0.1 * 0.0255806),
  p95: 10 * Math.exp(0.1 * 1.8718707),
  mean: (0.02 * 200 + 0.98 * 10) * Math.exp(0.005),
  rare: {quantile: 0, mean: 150},
}

/** Slow spells of thirty calls on average, a fifth of the time, in which a call takes twice as long. */
const SPELLS: Series = {
  name: 'slow spells',
  draw(stream, n) {
    let isSlow = stream.uniform() < 0.2
    return Array.from({length: n}, () => {
      if (stream.uniform() < (isSlow ? 1 / 30 : 1 / 120)) isSlow = !isSlow
      return (isSlow ? 20 : 10) * Math.exp(0.2 * stream.gaussian())
    })
  },
  p50: 10.656867,
  p95: 22.889399,
  mean: 12 * Math.exp(0.02),
  rare: {quantile: 900, mean: 1500},
}

export const SERIES: readonly Series[] = [alike(0), alike(0.5), alike(0.8), alike(0.9), STALLING, SPELLS]
