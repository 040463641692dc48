import type {ProviderDiagnosis, ProviderProfile} from '#contract/generated/types'
import {availabilityOf} from '#provider/catalogue/availability'
import type {Extras} from '#provider/catalogue/extras'
import type {ProviderFacts} from '../model/ledger.ts'
import {measurableOperations} from '../model/operation.ts'
import {BARE, PARSED_OPERATIONS, RECORDED} from '../model/recordings.ts'

/** The facts of a diagnosed provider that planning needs: whether it can be called, and what it offers. */
export function diagnosedFacts(
  diagnosis: ProviderDiagnosis,
  {transport}: Pick<ProviderProfile, 'transport'>,
  extras: Pick<Extras, 'providers'> | undefined,
): ProviderFacts {
  const {capabilities, skip_reason} = diagnosis
  const isBrought = extras?.providers.some(({entry}) => entry.profile.name === diagnosis.name) === true
  // A module that a host brings runs in a process of its own, whatever transport it declares.
  const isElsewhere = transport !== 'in_process' || (isBrought && 'unless_alone')
  return {...availabilityOf(diagnosis), operations: measurableOperations(capabilities), skip_reason, isElsewhere}
}

/** The pseudo-providers of replies that are shipped with Assay; they need no configuration. */
export const RECORDED_FACTS: readonly ProviderFacts[] = [RECORDED, BARE].map((name) => ({
  name,
  operations: PARSED_OPERATIONS,
  missing: [],
}))
