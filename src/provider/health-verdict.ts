import type {ProviderFault, ProviderHealth} from '#contract/generated/types'
import type {VerdictState} from '#error/exit'

/** Faults that say the provider answers, and answers wrongly. The others leave it open whether it works. */
const WRONG: readonly (ProviderFault | null)[] = ['wrong_service', 'unauthorized', 'incompatible']

/** Healthy passes, a provider that answers wrongly fails, one that cannot be reached has no verdict. */
export function healthVerdict({status, fault}: Pick<ProviderHealth, 'status' | 'fault'>): VerdictState {
  if (status === 'healthy') return 'pass'
  if (status === 'unconfigured') return 'inconclusive'
  return WRONG.includes(fault) ? 'fail' : 'unavailable'
}
