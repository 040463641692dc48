import type {ProviderDiagnosis} from '#contract/generated/types'
import {availabilityOf} from '#provider/availability'
import {operationsOf} from '../plan/operation.ts'
import {BARE, PARSED_OPERATIONS, RECORDED} from '../plan/recordings.ts'
import type {ProviderFacts} from './ledger.ts'

/** What planning needs of a provider as it was diagnosed: whether it can be called, and what it offers. */
export function factsOf(diagnosis: ProviderDiagnosis): ProviderFacts {
  return {...availabilityOf(diagnosis), operations: operationsOf(diagnosis.capabilities)}
}

/** Nothing that is configured: replies that come with Assay. */
export const RECORDED_FACTS: readonly ProviderFacts[] = [RECORDED, BARE].map((name) => ({
  name,
  operations: PARSED_OPERATIONS,
  missing: [],
}))
