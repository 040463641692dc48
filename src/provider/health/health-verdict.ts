import type {ProviderFault, ProviderHealth} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {ErrorCode} from '#error/codes'
import type {VerdictState} from '#error/exit'

/** Faults that say the provider answers, and answers wrongly. The others leave it open whether it works. */
const WRONG: readonly (ProviderFault | null)[] = ['wrong_service', 'unauthorized', 'incompatible']

/** Nothing was dialled, because it must not be. */
const REFUSALS: readonly string[] = ['address_refused', 'cleartext_credentials'] satisfies ErrorCode[]

const RUNTIME_MISSING: string = 'runtime_missing' satisfies ErrorCode

/** Why no connection to the provider may be made; undefined where none was refused. */
export function refusalIn({provider, layers}: Pick<ProviderHealth, 'provider' | 'layers'>): AssayError | undefined {
  const layer = layers.find(({code}) => code !== undefined && REFUSALS.includes(code))
  return layer && new AssayError(layer.code as ErrorCode, `provider ${provider} was not dialled: ${layer.detail}`)
}

/** Healthy passes, a provider that answers wrongly fails, one that cannot be reached has no verdict. */
export function healthVerdict({
  provider,
  status,
  fault,
  layers,
}: Pick<ProviderHealth, 'provider' | 'status' | 'fault' | 'layers'>): VerdictState {
  if (status === 'healthy') return 'pass'
  if (status === 'unconfigured') return 'inconclusive'
  if (refusalIn({provider, layers})) return 'refused'
  // What is missing on this machine says nothing of the provider.
  if (layers.some(({code}) => code === RUNTIME_MISSING)) return 'inconclusive'
  return WRONG.includes(fault) ? 'fail' : 'unavailable'
}
