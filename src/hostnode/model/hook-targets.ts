import {type AddressPolicy, literalRefusal} from '#net/address-policy'
import {type Network, parseNetwork} from '#net/ip'

/** An exception for webhooks: addresses that are not public and yet may be called. */
export interface HookTarget {
  readonly network: Network
  /** Only this port; undefined: any, but of loopback none. */
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

/** Where a delivery to a port may go: public addresses and exceptions for this port. */
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
 * Why a URL is none that a webhook may have; undefined where it is. A host that is itself an address is judged here, a name when it is dialled:
 * until then it may lead elsewhere.
 */
export function hookUrlFault(text: string, targets: readonly HookTarget[]): string | undefined {
  if (text.length > MOST_URL) return `has more than ${MOST_URL} characters`
  // The parser of URLs drops or turns around what is here, and who reads the URL would see another one.
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
