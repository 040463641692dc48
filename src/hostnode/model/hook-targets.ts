import {type AddressPolicy, literalRefusal} from '#net/address-policy'
import {type Network, parseNetwork} from '#net/ip'

/** An exception for webhooks: addresses that are not public but may be called. */
export interface HookTarget {
  readonly network: Network
  /** Only this port; undefined: any port, but not for loopback. */
  readonly port: number | undefined
}

const MOST_URL = 2_048
const LEAST_HIGH_PORT = 1_024

/** `IP[/n][:PORT]`, an IPv6 address with a port in brackets; undefined for any other text. */
export function parseHookTarget(text: string): HookTarget | undefined {
  const [, bracketed, plain, bare, digits] =
    /^(?:\[([^\]]+)\](?=:|$)|([^:]+)(?=:\d|$)|([^[\]]+$))(?::(\d{1,5}))?$/.exec(text) ?? []
  const network = parseNetwork(bracketed ?? plain ?? bare ?? '')
  const port = digits === undefined ? undefined : Number(digits)
  if (network === undefined || (port !== undefined && (port < 1 || port > 65_535))) return undefined
  return {network, port}
}

/** The address policy of deliveries to a port: public addresses and the exceptions for this port. */
export function hookPolicy(targets: readonly HookTarget[], port: number): AddressPolicy {
  const open = targets.filter((one) => one.port === undefined || one.port === port)
  const exact = open.filter((one) => one.port === port)
  const networks = (some: readonly HookTarget[]) => some.map(({network}) => network)
  return {
    allowLoopback: false,
    hosts: [],
    networks: networks(open),
    loopbacks: networks(exact),
    refusesTranslated: true,
  }
}

/** The port that a URL leads to. */
export function portOfUrl({port, protocol}: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

/**
 * Why a webhook must not have a URL; undefined for a good one. A host that is an address is judged here, a name when it is dialled, since it
 * may resolve differently until then.
 */
export function hookUrlFault(text: string, targets: readonly HookTarget[]): string | undefined {
  if (text.length > MOST_URL) return `has more than ${MOST_URL} characters`
  // The URL parser drops or rewrites these characters, so a person would read another URL than the one that is called.
  if (/[\s\\\u0000-\u001f\u007f]/.test(text) || !URL.canParse(text)) return 'is no URL'
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol)) return 'is neither http nor https'
  if (url.username !== '' || url.password !== '') return 'must not have a user or password'
  if (text.includes('#')) return 'must not have a fragment'
  const port = portOfUrl(url)
  if (port !== 80 && port !== 443 && port < LEAST_HIGH_PORT)
    return 'has a port that is neither 80, 443 nor from 1024 on'
  if (literalRefusal(hookPolicy(targets, port), url.hostname) !== undefined)
    return 'leads to an address that is not public'
  return undefined
}
