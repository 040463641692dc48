import type {ProviderDiagnosis, ProviderProfile} from '#contract/generated/types'
import {availabilityOf} from '#provider/catalogue/availability'
import type {Extras} from '#provider/catalogue/extras'
import type {ProviderFacts} from '../model/ledger.ts'
import {measurableOperations} from '../model/operation.ts'
import {BARE, PARSED_OPERATIONS, RECORDED} from '../model/recordings.ts'

/** What planning needs of a provider as it was diagnosed: whether it can be called, and what it offers. */
export function diagnosedFacts(
  diagnosis: ProviderDiagnosis,
  {transport}: Pick<ProviderProfile, 'transport'>,
  extras: Pick<Extras, 'providers'> | undefined,
): ProviderFacts {
  const {capabilities, skip_reason} = diagnosis
  const isBrought = extras?.providers.some(({entry}) => entry.profile.name === diagnosis.name) === true
  // What a host brings as a module has a process of its own, whatever it says.
  const isElsewhere = transport !== 'in_process' || (isBrought && 'unless_alone')
  return {...availabilityOf(diagnosis), operations: measurableOperations(capabilities), skip_reason, isElsewhere}
}

/** Nothing that is configured: replies that come with Assay. */
export const RECORDED_FACTS: readonly ProviderFacts[] = [RECORDED, BARE].map((name) => ({
  name,
  operations: PARSED_OPERATIONS,
  missing: [],
}))
