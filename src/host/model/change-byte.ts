import {gunzipSync} from 'node:zlib'
import {sha256} from '#digest/sha256'

/** More is not unpacked: in so long a stream next to no bit is without a meaning. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_UNPACKED = 4 * MOST_BYTES
/** More in a row are never without a meaning in what is packed. */
const MOST_TRIED = 64

/**
 * The bytes with one bit in their middle changed, so that they say something else. A bit of a packed stream may stand for nothing (one in
 * forty of small archives), and whoever then finds nothing wrong is right. Source: RFC 1951, section 3.2.7.
 */
export function withChangedByte(content: Uint8Array): Uint8Array {
  const middle = content.length >> 1
  const was = meaningOf(content)
  for (let at = middle; at < Math.min(content.length, middle + MOST_TRIED); at++) {
    const changed = flipped(content, at)
    if (was === undefined || meaningOf(changed) !== was) return changed
  }
  return flipped(content, middle)
}

function flipped(content: Uint8Array, at: number): Uint8Array {
  const changed = Uint8Array.from(content)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

/** Digest of what is packed; undefined for what is not packed, broken or too long. */
function meaningOf(content: Uint8Array): string | undefined {
  if (content.length > MOST_BYTES) return undefined
  try {
    return sha256(gunzipSync(content, {maxOutputLength: MOST_UNPACKED}))
  } catch {
    return undefined
  }
}
