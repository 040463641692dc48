const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BODY_LENGTH = 30
const CHECKSUM_LENGTH = 6

/**
 * Whether a token's thirty-six characters after its prefix end with the base-62 CRC-32 of the thirty before; what follows them does not matter.
 * Source: GitHub, "Behind GitHub's new authentication token formats", 2021; npm uses the same form.
 */
export function hasCrcTail(token: string): boolean {
  const start = token.indexOf('_') + 1
  const checked = start + BODY_LENGTH
  return (
    token.length >= checked + CHECKSUM_LENGTH &&
    crcTail(token.slice(start, checked)) === token.slice(checked, checked + CHECKSUM_LENGTH)
  )
}

/** The six characters that such a token ends with. */
export function crcTail(body: string): string {
  let rest = crc32(body)
  let tail = ''
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit++) {
    tail = (BASE62[rest % 62] ?? '') + tail
    rest = Math.floor(rest / 62)
  }
  return tail
}

/** CRC-32 of ASCII text, unsigned. Source: ISO 3309, reflected polynomial 0xEDB88320. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
