import type {ProviderListResult} from '#contract/generated/types'
import {Assay} from '#provider/assay'
import type {LibraryPorts} from '#provider/assay-options'
import type {DiagnosisFilter} from '#provider/health/diagnose-providers'
import type {Report} from '#report/report'
import {listOutcome} from './provider-report.ts'
import {leftOut} from './wrong-on-purpose.ts'

/** Which providers are listed; `all`: those that are wrong on purpose as well. */
export type ListOrder = Pick<DiagnosisFilter, 'registeredOnly' | 'capability'> & {readonly all?: boolean | undefined}

/** Every provider there is a name for, narrowed by the order. Nothing is dialled. */
export async function listKnown(
  {registeredOnly, capability, all}: ListOrder,
  ports: LibraryPorts,
): Promise<{result: ProviderListResult; report: Report}> {
  const {env, redactor, clock, entropy, extras} = ports
  const library = new Assay({env, redactor, clock, entropy, extras})
  return listOutcome(await library.doctor({registeredOnly, capability, except: leftOut(all)}), all === true)
}
