import type {ProviderDiagnosis} from '#contract/generated/types'
import {availabilityOf} from '#provider/availability'
import type {ProviderFacts} from './ledger.ts'
import {operationsOf} from './operation.ts'

/** What planning needs of a provider as it was diagnosed: whether it can be called, and what it offers. */
export function factsOf(diagnosis: ProviderDiagnosis): ProviderFacts {
  return {...availabilityOf(diagnosis), operations: operationsOf(diagnosis.capabilities)}
}
