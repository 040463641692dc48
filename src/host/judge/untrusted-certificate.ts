import type {NodeCheckRecord} from '#contract/generated/types'

/** A check whose connection was given up for the certificate that was shown: it was not asked, whatever it is about. */
export const isUnasked = ({id, status, reason}: Pick<NodeCheckRecord, 'id' | 'status' | 'reason'>): boolean =>
  id !== CERTIFICATE && (status === 'fail' || status === 'error') && UNASKED.test(reason ?? '')

const UNASKED = /the certificate is not one that this machine trusts/
const CERTIFICATE = 'tls.cert'

/** The record of a certificate that nobody trusts, where other checks could not be asked because of it: it alone is the cause. */
export function untrustedCause(records: readonly NodeCheckRecord[]): NodeCheckRecord | undefined {
  const cause = records.find(({id, status}) => id === CERTIFICATE && status === 'fail')
  return cause !== undefined && records.some(isUnasked) ? cause : undefined
}
