import {betaDistribution} from './beta.ts'
import {bisect} from './bisect.ts'
import {badInput, demandShare} from './input.ts'

/** The t below which Student's t with `degrees` > 0 of freedom lies with `probability`. Throws `stats_input`. Source: DLMF 8.17. */
export function studentQuantile(probability: number, degrees: number): number {
  demandShare('probability', probability)
  if (!(degrees > 0 && Number.isFinite(degrees))) throw badInput('degrees of freedom must be above 0')
  if (probability < 0.5) return -studentQuantile(1 - probability, degrees)
  if (probability === 0.5) return 0
  // x = degrees / (degrees + t²) has a beta distribution; the tail beyond t is half of it.
  const tail = 2 * (1 - probability)
  const x = bisect((at) => betaDistribution(at, degrees / 2, 0.5) - tail, 0, 1)
  return Math.sqrt((degrees * (1 - x)) / x)
}
