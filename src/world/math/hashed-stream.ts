import {Stream} from '#random/stream'

/** Draws that belong to the numbers themselves: the same question has the same ones in any order, batch and process. */
export function hashedStream(asked: Float64Array): Stream {
  const words = new Uint32Array(asked.buffer, asked.byteOffset, 2 * asked.length)
  return new Stream([mix(words, 1), mix(words, 2), 0, 1])
}

/** A 32-bit hash of the words. Source: FNV-1a's prime over whole words, with the finaliser of MurmurHash3. */
function mix(words: Uint32Array, salt: number): number {
  let hash = 0x811c9dc5 ^ salt
  for (let index = 0; index < words.length; index++) {
    hash = Math.imul(hash ^ (words[index] ?? 0), 0x01000193)
    hash ^= hash >>> 15
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return hash ^ (hash >>> 13)
}
