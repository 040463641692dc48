import type {ReferenceEpisodes} from '../model/cell.ts'
import type {TrialReferences} from './trial-order.ts'

/** Floor and ceiling of one trial, where they were made for another provider. */
export function knownReferences(known: ReferenceEpisodes | undefined, at: number): TrialReferences | undefined {
  const [random, frozen, oracle] = [known?.random[at], known?.frozen[at], known?.oracle[at]]
  return random && frozen && oracle && {random, frozen, oracle}
}
