import type {Baselines} from '../model/cell.ts'
import type {TrialBaselines} from './trial-order.ts'

/** Floor and ceiling of one trial, where they were made for another provider. */
export function knownBaselines(known: Baselines | undefined, at: number): TrialBaselines | undefined {
  const [random, frozen, oracle] = [known?.random[at], known?.frozen[at], known?.oracle[at]]
  return random && frozen && oracle && {random, frozen, oracle}
}
