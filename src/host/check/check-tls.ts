import {type CheckFinding, failed, passed, skipped, worstFinding} from '../model/finding.ts'
import {FRONT_NAME} from './ask-holders.ts'
import {findingAt} from './ask-nodes.ts'
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
  const {target, nodes, signal} = context
  const named = [
    ...nodes.map(({name, client}) => [name, client.baseUrl] as const),
    [FRONT_NAME, target.publicUrl] as const,
  ]
  const places = named
    .filter(([, url], at) => named.findIndex(([, other]) => other === url) === at)
    .map(([name, url]) => [name, new URL(url)] as const)
  if (!places.some(([, url]) => isSecure(url))) return skipped('not_https')
  const found = await Promise.all(
    places.map(async ([name, url]) => [name, await findingAt(signal, () => certificateAt(context, url))] as const),
  )
  return worstFinding(found)
}

const isSecure = ({protocol}: URL) => protocol === 'https:'

async function certificateAt({certificate, time, signal}: CheckContext, url: URL): Promise<CheckFinding> {
  if (!isSecure(url)) return skipped('not_https')
  const {validTo, protocol, problem} = await certificate(url, signal)
  const days = Math.floor((validTo - time.nowMs()) / DAY_MS)
  const seen = {expected: `trusted, ${LEAST_DAYS} days, TLS 1.2 or newer`, observed: {host: url.host, days, protocol}}
  const fault =
    problem ??
    (!(days >= LEAST_DAYS)
      ? `the certificate ends in ${days} days`
      : GOOD.test(protocol)
        ? undefined
        : `speaks ${protocol}`)
  return fault === undefined ? passed(seen) : failed(fault, seen)
}
