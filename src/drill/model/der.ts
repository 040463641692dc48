/** Values as certificates hold them. Source: ITU-T X.690, distinguished encoding rules. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(content.length)]), content])
}

export const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
export const set = (...parts: readonly Uint8Array[]) => der(0x31, ...parts)
export const utf8 = (text: string) => der(0x0c, Buffer.from(text))
export const octets = (bytes: Uint8Array) => der(0x04, bytes)
/** `unused`: how many bits at the end do not count. */
export const bits = (bytes: Uint8Array, unused = 0) => der(0x03, Buffer.from([unused]), bytes)
export const TRUE = der(0x01, Buffer.from([0xff]))

/** A whole number that is not negative, its highest byte first. */
export function integer(bytes: Uint8Array): Uint8Array {
  const isSigned = (bytes[0] ?? 0) >= 0x80
  return der(0x02, isSigned ? Buffer.from([0]) : Buffer.alloc(0), bytes)
}

/** Such as `1.2.840.10045.4.3.2`. */
export function objectId(text: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** To the second; the years 1950 to 2049, which certificates tell with two digits. Source: RFC 5280, 4.1.2.5.1. */
export function utcTime(ms: number): Uint8Array {
  const text = new Date(ms).toISOString().replace(/\..*$/, 'Z').replaceAll(/[-T:]/g, '').slice(2)
  return der(0x17, Buffer.from(text))
}

function base128(value: number): number[] {
  const low = value % 128
  const high = Math.floor(value / 128)
  return high === 0 ? [low] : [...base128(high).map((byte) => byte | 0x80), low]
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff]
  return [0x80 + bytes.length, ...bytes]
}
