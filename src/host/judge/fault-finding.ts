import {AssayError} from '#error/assay-error'
import {isUntrusted} from '#net/http-fault'
import {isStorageFault} from '#path/errno'
import {type CheckFinding, failed, skipped, unclear} from '../model/finding.ts'

/** What a host did, told by the way our request ended. */
const HOST_FAULTS = new Set(['timeout', 'wrong_service', 'contract_violation'])

/** What was thrown while somebody was asked, as a finding. Throws a refusal of the address policy and a disk of ours that is full or broken: nobody who was asked is to blame for that. */
export function faultFinding(error: unknown): CheckFinding {
  if (!(error instanceof AssayError)) return {status: 'error', reason: `the check failed inside (${nameOf(error)})`}
  if (error.exit === 'refused' || isStorageFault(error)) throw error
  if (error.code === 'unauthorized' && error.detail['has_token'] === false) return skipped('no_credentials')
  if (error.code === 'rate_limited') return unclear(`rate_limited: ${error.message}`)
  // No connection came about: nothing was asked, so nothing is known to be wrong with what would have answered.
  if (error.code === 'unreachable' || isUntrusted(error)) return {status: 'error', reason: error.message}
  return HOST_FAULTS.has(error.code)
    ? failed(error.message)
    : {status: 'error', reason: `${error.code}: ${error.message}`}
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error)
