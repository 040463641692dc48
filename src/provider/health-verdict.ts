import type {ProviderFault, ProviderHealth} from '#contract/generated/types'
import type {ErrorCode} from '#error/codes'
import type {VerdictState} from '#error/exit'

/** Faults that say the provider answers, and answers wrongly. The others leave it open whether it works. */
const WRONG: readonly (ProviderFault | null)[] = ['wrong_service', 'unauthorized', 'incompatible']

/** Nothing was dialled, because it must not be. */
const REFUSALS: readonly string[] = ['address_refused', 'cleartext_credentials'] satisfies ErrorCode[]

/** Healthy passes, a provider that answers wrongly fails, one that cannot be reached has no verdict. */
export function healthVerdict({
  status,
  fault,
  layers,
}: Pick<ProviderHealth, 'status' | 'fault' | 'layers'>): VerdictState {
  if (status === 'healthy') return 'pass'
  if (status === 'unconfigured') return 'inconclusive'
  if (layers.some(({code}) => code !== undefined && REFUSALS.includes(code))) return 'refused'
  return WRONG.includes(fault) ? 'fail' : 'unavailable'
}
