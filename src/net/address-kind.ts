import {isIn, type Network, parseIp, parseNetwork} from './ip.ts'

/** What lies behind an address. `forbidden` is never dialled, whatever a policy says. */
export type AddressKind = 'public' | 'private' | 'loopback' | 'forbidden'

const network = (text: string): Network => {
  const parsed = parseNetwork(text)
  if (parsed === undefined) throw new Error(`no network: ${text}`)
  return parsed
}

type Row = readonly [network: Network, kind: AddressKind]
const rows = (kind: AddressKind, ...texts: string[]): Row[] => texts.map((text) => [network(text), kind])

/**
 * The first row that holds an address decides. Sources: IANA special-purpose registries (RFC 6890, RFC 8190) and the metadata
 * services of the clouds: 169.254.169.254 (AWS, Azure, Google), fd00:ec2::254 (AWS), fd20:ce::254 (Google), 100.100.100.200
 * (Alibaba), 192.0.0.192 (Oracle), 168.63.129.16 (Azure).
 */
const IPV4: readonly Row[] = [
  ...rows('loopback', '127.0.0.0/8'),
  ...rows(
    'forbidden',
    '100.100.100.200',
    '168.63.129.16',
    '0.0.0.0/8',
    '169.254.0.0/16',
    '192.0.0.0/24',
    '192.0.2.0/24',
  ),
  ...rows('forbidden', '192.88.99.0/24', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'),
  ...rows('private', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '198.18.0.0/15'),
  ...rows('public', '0.0.0.0/0'),
]
const IPV6: readonly Row[] = [
  ...rows('loopback', '::1'),
  ...rows('forbidden', 'fd00:ec2::254', 'fd20:ce::254', '2001::/23', '2001:db8::/32', '3fff::/20'),
  ...rows('private', 'fc00::/7'),
  ...rows('public', '2000::/3'),
  ...rows('forbidden', '::/0'),
]

/** IPv6 networks that carry an IPv4 address, and at which byte: mapped, NAT64 and 6to4. The inner address decides. */
const CARRIERS: readonly (readonly [network: Network, at: number])[] = [
  [network('::ffff:0:0/96'), 12],
  [network('64:ff9b::/96'), 12],
  [network('2002::/16'), 2],
]

/** `bytes`: 4 or 16. */
export function addressKind(bytes: Uint8Array): AddressKind {
  const carrier = CARRIERS.find(([outer]) => isIn(bytes, outer))
  if (carrier !== undefined) return addressKind(bytes.subarray(carrier[1], carrier[1] + 4))
  const table = bytes.length === 4 ? IPV4 : IPV6
  return table.find(([candidate]) => isIn(bytes, candidate))?.[1] ?? 'forbidden'
}

/** Whether a translator on the way makes another address of it: NAT64 and 6to4. */
export function isTranslated(bytes: Uint8Array): boolean {
  return CARRIERS.slice(1).some(([outer]) => isIn(bytes, outer))
}

/** Whether an address stays on this machine; false for what is none. */
export function isLoopback(address: string): boolean {
  const bytes = parseIp(address)
  return bytes !== undefined && addressKind(bytes) === 'loopback'
}
