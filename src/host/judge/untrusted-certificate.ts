import type {NodeCheckRecord} from '#contract/generated/types'

/** A check whose connection was given up for the certificate that was shown: whoever showed it was not asked, whatever the check is about, and nobody else failed it. */
export function isUnasked({id, status, reason, nodes}: Told): boolean {
  if (id === CERTIFICATE || !FAILED.has(status)) return false
  const failed = nodes?.filter((node) => FAILED.has(node.status)) ?? []
  return failed.length === 0 ? UNASKED.test(reason ?? '') : failed.every((node) => UNASKED.test(node.reason ?? ''))
}

type Told = Pick<NodeCheckRecord, 'id' | 'status' | 'reason' | 'nodes'>

const UNASKED = /the certificate is not one that this machine trusts/
const CERTIFICATE = 'tls.cert'

/** The record of a certificate that nobody trusts, where other checks could not be asked because of it: it alone is the cause. */
export function untrustedCause(records: readonly NodeCheckRecord[]): NodeCheckRecord | undefined {
  const cause = records.find(({id, status}) => id === CERTIFICATE && status === 'fail')
  return cause !== undefined && records.some(isUnasked) ? cause : undefined
}

/** One cause in a sentence, and no list of what follows from it. */
export function untrustedText({id, reason}: NodeCheckRecord, records: readonly NodeCheckRecord[]): string {
  const others = records.filter((one) => one.id !== id && !isUnasked(one) && FAILED.has(one.status)).length
  const more = others === 0 ? '' : `; ${others} ${others === 1 ? 'check' : 'checks'} failed beside it`
  const why = reason ?? 'a certificate that is not trusted'
  const unasked = records.filter(isUnasked)
  const isOfSome = unasked.some(({nodes}) => nodes?.some(({status}) => status === 'pass'))
  return `${unasked.length} checks could not be asked${isOfSome ? ' of every node' : ''}, for ${why} (${id})${more}`
}

const FAILED: ReadonlySet<NodeCheckRecord['status']> = new Set(['fail', 'error'])
