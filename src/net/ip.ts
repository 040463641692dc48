const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/
const IPV6_MARKS = /^[0-9a-f.]*:[0-9a-f:.]*$/i

/**
 * An IP address as its bytes, 4 or 16 of them; undefined for anything else, names included. Zone ids are dropped. Only the plain form
 * counts: what `0x7f.1` means differs from one resolver to the next. Source of the forms of IPv6: RFC 4291, as the URL parser reads them.
 */
export function parseIp(text: string): Uint8Array | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '')
  if (IPV4.test(bare)) return Uint8Array.from(groupBytes(bare))
  return IPV6_MARKS.test(bare) && URL.canParse(`http://[${bare}]`) ? ipv6Bytes(bare) : undefined
}

/** A network such as `10.0.0.0/8`; an address alone is a network of one. */
export interface Network {
  readonly bytes: Uint8Array
  readonly bits: number
}

/** Undefined where the text is no network. */
export function parseNetwork(text: string): Network | undefined {
  const [address = '', length, ...rest] = text.split('/')
  const bytes = parseIp(address)
  if (bytes === undefined || rest.length > 0) return undefined
  const bits = length === undefined ? bytes.length * 8 : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN
  return bits <= bytes.length * 8 ? {bytes, bits} : undefined
}

/** Whether an address of 4 or 16 bytes lies in a network; never where one is IPv4 and the other IPv6. */
export function isIn(address: Uint8Array, {bytes, bits}: Network): boolean {
  if (address.length !== bytes.length) return false
  const whole = bits >> 3
  for (let at = 0; at < whole; at++) if (address[at] !== bytes[at]) return false
  const shift = 8 - (bits & 7)
  return shift === 8 || (address[whole] ?? 0) >> shift === (bytes[whole] ?? 0) >> shift
}

/** `text` is an IPv6 address already: zeros fill what `::` leaves out. */
function ipv6Bytes(text: string): Uint8Array {
  const [head = '', tail = ''] = text.split('::')
  const bytes = new Uint8Array(16)
  const last = tail.split(':').flatMap(groupBytes)
  bytes.set(head.split(':').flatMap(groupBytes))
  bytes.set(last, 16 - last.length)
  return bytes
}

/** Four hex digits, an IPv4 address in decimal, or nothing, as bytes. */
function groupBytes(group: string): number[] {
  if (group === '') return []
  if (group.includes('.')) return group.split('.').map(Number)
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}

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
const IPV4_KINDS: readonly Row[] = [
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
const IPV6_KINDS: readonly Row[] = [
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
  const table = bytes.length === 4 ? IPV4_KINDS : IPV6_KINDS
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
