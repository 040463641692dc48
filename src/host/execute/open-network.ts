import type {AddressPolicy} from '#net/address-policy'
import type {HttpClient} from '#net/http-client'
import {nodeResolver} from '#net/node-resolver'
import {undiciClient} from '#net/undici-client'
import type {Time} from '#random/timers'
import type {CheckContext} from '../check/check.ts'
import {openInbox} from '../client/open-inbox.ts'
import {readCertificate, trustedAuthorities} from '../client/read-certificate.ts'

/** The ways of checks to the outside. */
export interface HostNetwork extends Pick<CheckContext, 'certificate' | 'openInbox'> {
  readonly http: HttpClient
  readonly trusted: () => readonly string[]
}

/** The real network. `authority`: a certificate in PEM that is trusted alone, in the place of those that this machine trusts. A registry of its own: whoever loads it loads the HTTP client. */
export function openNetwork(
  policy: AddressPolicy,
  hasCredentials: boolean,
  clock: Pick<Time, 'nowMs' | 'after'>,
  authority?: string,
): HostNetwork {
  const guard = {policy, resolver: nodeResolver}
  return {
    http: undiciClient({...guard, hasCredentials, authority}),
    certificate: (url, signal) => readCertificate(url, {...guard, timers: clock}, signal),
    trusted: trustedAuthorities,
    openInbox: (address) => openInbox(address, clock),
  }
}
