import type {Stream} from '#random/stream'
import type {OpenPacing} from '../model/pacing.ts'

/** The intended starts of an open loop, one after the other, in nanoseconds after the first. */
export type Arrivals = () => number

/** Evenly spaced starts, or a Poisson process drawn from the stream: gaps with an exponential distribution and the same mean. */
export function arrivals({ratePerSecond, arrival}: OpenPacing, stream: Pick<Stream, 'uniform'>): Arrivals {
  const meanGapNs = 1e9 / ratePerSecond
  let made = 0
  if (arrival === 'constant') return () => Math.round(made++ * meanGapNs)
  let atNs = 0
  return () => {
    if (made++ > 0) atNs += -Math.log1p(-stream.uniform()) * meanGapNs
    return Math.round(atNs)
  }
}
