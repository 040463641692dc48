import type {ProviderListResult} from '#contract/generated/types'
import {Assay} from '#provider/assay'
import type {LibraryPorts} from '#provider/assay-options'
import type {DiagnosisFilter} from '#provider/health/diagnose-providers'
import type {Report} from '#report/report'
import {listOutcome} from './provider-report.ts'

/** Every provider there is a name for, narrowed by the filter. Nothing is dialled. */
export async function listKnown(
  {registeredOnly, capability}: DiagnosisFilter,
  ports: LibraryPorts,
): Promise<{result: ProviderListResult; report: Report}> {
  const {env, redactor, clock, entropy, extras} = ports
  const library = new Assay({env, redactor, clock, entropy, extras})
  return listOutcome(await library.doctor({registeredOnly, capability}))
}
