import {type CheckFinding, failed, passed, skipped, worstFinding} from '../model/finding.ts'
import type {Check, CheckContext} from './check.ts'

export const TLS_CHECKS: readonly Check[] = [
  {
    id: 'tls.cert',
    title: 'Certificates are trusted, fit the host and last two weeks more',
    mode: 'quick',
    ask: checkCertificates,
  },
]

const LEAST_DAYS = 14
const DAY_MS = 86_400_000
const GOOD = /^TLSv1\.[23]$/

async function checkCertificates(context: CheckContext): Promise<CheckFinding> {
  const {target, nodes, certificate, time, signal} = context
  const urls = [...new Set([target.publicUrl, ...nodes.map(({client}) => client.baseUrl)])].map((url) => new URL(url))
  const secure = urls.filter(({protocol}) => protocol === 'https:')
  if (secure.length === 0) return skipped('not_https')
  const found = await Promise.all(
    secure.map(async (url) => {
      const {validTo, protocol, problem} = await certificate(url, signal)
      const days = Math.floor((validTo - time.nowMs()) / DAY_MS)
      const seen = {expected: `trusted, ${LEAST_DAYS} days, TLS 1.2 or newer`, observed: {days, protocol}}
      const fault =
        problem ??
        (!(days >= LEAST_DAYS)
          ? `the certificate ends in ${days} days`
          : GOOD.test(protocol)
            ? undefined
            : `speaks ${protocol}`)
      return [url.host, fault === undefined ? passed(seen) : failed(fault, seen)] as const
    }),
  )
  return worstFinding(found)
}
