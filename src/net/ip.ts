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
