import {AssayError} from '#error/assay-error'
import {addressKind, isIn, isTranslated, type Network, parseIp, parseNetwork} from './ip.ts'

/** Where connections may go beside public addresses. Link-local, metadata, multicast and reserved ones are out of reach of any policy. */
export interface AddressPolicy {
  readonly allowLoopback: boolean
  /** Names, in lower case, whose private addresses are fine. */
  readonly hosts: readonly string[]
  /** Private networks that are fine under any name. */
  readonly networks: readonly Network[]
  /** Loopback addresses that are fine although loopback is not. */
  readonly loopbacks?: readonly Network[]
  /** No address that a translator makes another one of (NAT64, 6to4), whatever that one is. */
  readonly refusesTranslated?: boolean
}

/** What is to be dialled. `host` as in the URL, brackets allowed. */
export interface Dialled {
  readonly host: string
  readonly address: string
  /** Credentials would go over this connection without encryption. */
  readonly isBare?: boolean | undefined
}

type Variables = Readonly<Record<string, string | undefined>>

export const PUBLIC_ONLY: AddressPolicy = {allowLoopback: false, hosts: [], networks: []}

const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/
const OPEN = 'Loopback needs --allow-loopback, a private address --allow-host.'

/** The policy of `ASSAY_ALLOW_LOOPBACK` and `ASSAY_ALLOW_HOSTS` (hosts and networks, separated by commas). Throws `config_invalid`. */
export function readAddressPolicy(env: Variables): AddressPolicy {
  const loopback = env['ASSAY_ALLOW_LOOPBACK'] ?? ''
  if (!/^(|0|1|true|false)$/i.test(loopback))
    throw new AssayError('config_invalid', 'ASSAY_ALLOW_LOOPBACK is not true or false')
  return addressPolicy(/^(1|true)$/i.test(loopback), (env['ASSAY_ALLOW_HOSTS'] ?? '').split(','))
}

/** `allowed`: names, addresses and networks in CIDR form; empty ones count for nothing. Throws `config_invalid`. */
export function addressPolicy(allowLoopback: boolean, allowed: readonly string[]): AddressPolicy {
  const hosts: string[] = []
  const networks: Network[] = []
  for (const entry of allowed.map((text) => text.trim().toLowerCase()).filter(Boolean)) {
    const network = parseNetwork(entry)
    if (network !== undefined) networks.push(network)
    else if (HOST.test(entry)) hosts.push(entry)
    else throw new AssayError('config_invalid', 'an allowed host is no name, address or network')
  }
  return {allowLoopback, hosts, networks}
}

/** Why an address must not be dialled: `address_refused` or `cleartext_credentials`; undefined when it may. */
export function dialRefusal(policy: AddressPolicy, {host, address, isBare}: Dialled): AssayError | undefined {
  const bytes = parseIp(address)
  const kind = bytes === undefined ? 'forbidden' : addressKind(bytes)
  const isListed = policy.hosts.includes(bareHost(host)) || policy.networks.some((one) => bytes && isIn(bytes, one))
  const isBent = policy.refusesTranslated === true && bytes !== undefined && isTranslated(bytes)
  const refused = (what: string, hint: string) =>
    new AssayError('address_refused', `the host leads to ${what}`, {hint, given: host})
  if (kind === 'forbidden' || isBent) return refused('an address that is never dialled', 'Choose another address.')
  const isOwn = policy.allowLoopback || policy.loopbacks?.some((one) => bytes && isIn(bytes, one))
  if (kind === 'loopback' && !isOwn) return refused('a loopback address, which needs --allow-loopback', OPEN)
  if (kind === 'private' && !isListed) return refused('a private address', OPEN)
  if (!isBare || kind === 'loopback' || isListed) return undefined
  return new AssayError('cleartext_credentials', 'credentials would cross the network in plain text', {given: host})
}

/** The refusal of a host that is itself an address: no resolver ever sees one. */
export function literalRefusal(policy: AddressPolicy, host: string, isBare = false): AssayError | undefined {
  return parseIp(host) === undefined ? undefined : dialRefusal(policy, {host, address: bareHost(host), isBare})
}

/** A host as resolvers take it: without brackets, in lower case, without the dot at its end. */
export function bareHost(host: string): string {
  return host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase()
}
