import {AssayError} from '#error/assay-error'
import {ProviderError} from '#error/provider-error'
import {type AddressPolicy, bareHost, dialRefusal} from './address-policy.ts'
import {parseIp} from './ip.ts'
import type {Resolver} from './resolver.ts'

/** The host to reach, and the address policy. `isBare`: credentials would be sent without encryption. */
export interface Guard {
  readonly policy: AddressPolicy
  readonly resolver: Resolver
  readonly isBare?: boolean
}

/**
 * The addresses of a host, all of them vetted: one that is refused refuses the host, for the next connection may get that one.
 * What is given is what must be dialled; asking again may give something else. Throws `address_refused`, `cleartext_credentials`,
 * `unreachable` for a name that leads nowhere.
 */
export async function resolveHost(host: string, {policy, resolver, isBare}: Guard): Promise<readonly string[]> {
  const bare = bareHost(host)
  const found = parseIp(bare) === undefined ? await addressesOf(bare, resolver) : [bare]
  for (const address of found) {
    const refusal = dialRefusal(policy, {host, address, isBare})
    if (refusal !== undefined) throw refusal
  }
  return found
}

async function addressesOf(host: string, resolver: Resolver): Promise<readonly string[]> {
  let found: readonly string[] = []
  try {
    found = await resolver.addresses(host)
  } catch (error) {
    if (error instanceof AssayError) throw error
    throw nowhere(error)
  }
  if (found.length === 0) throw nowhere()
  return found
}

function nowhere(cause?: unknown): ProviderError {
  return new ProviderError('unreachable', 'the host name leads to no address', {fault: 'down', cause})
}
