/** An IP address as its bytes, 4 or 16 of them; undefined for anything else, names included. Zone ids are dropped. */
export function parseIp(text: string): Uint8Array | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '')
  return bare.includes(':') ? parseIpv6(bare) : parseIpv4(bare)
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

export function isIn(address: Uint8Array, {bytes, bits}: Network): boolean {
  if (address.length !== bytes.length) return false
  const whole = bits >> 3
  for (let at = 0; at < whole; at++) if (address[at] !== bytes[at]) return false
  const shift = 8 - (bits & 7)
  return shift === 8 || (address[whole] ?? 0) >> shift === (bytes[whole] ?? 0) >> shift
}

function parseIpv4(text: string): Uint8Array | undefined {
  const parts = text.split('.')
  // Only the plain form: what `0x7f.1` means differs from one resolver to the next.
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return undefined
  return Uint8Array.from(parts, Number)
}

function parseIpv6(text: string): Uint8Array | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const [head, tail] = halves.map(groupBytes)
  if (head === undefined) return undefined
  if (halves.length === 1) return head.length === 16 ? Uint8Array.from(head) : undefined
  if (tail === undefined || head.length + tail.length > 14) return undefined
  return Uint8Array.from([...head, ...new Array(16 - head.length - tail.length).fill(0), ...tail])
}

/** Groups of four hex digits as bytes; the last may be an IPv4 address. */
function groupBytes(text: string): number[] | undefined {
  if (text === '') return []
  const groups = text.split(':')
  const bytes: number[] = []
  for (const [at, group] of groups.entries()) {
    const four = at === groups.length - 1 && group.includes('.') ? parseIpv4(group) : undefined
    if (four !== undefined) bytes.push(...four)
    else if (/^[0-9a-f]{1,4}$/i.test(group))
      bytes.push(Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255)
    else return undefined
  }
  return bytes
}
