import {AssayError} from '#error/assay-error'
import type {Entropy} from './entropy.ts'

const POOL_BYTES = 4096

/** Its module is loaded when it is first asked: an import at the top would cost every start. */
export const systemEntropy = pooledEntropy((count) => process.getBuiltinModule('node:crypto').randomBytes(count))

/** Entropy of a caller's own, held to what it promises: names made of fewer bytes collide, and stand in a workspace for good. Throws `invalid_input`. */
export function soundEntropy(given: Entropy): Entropy {
  return {
    bytes(count) {
      const bytes: unknown = given.bytes(count)
      if (bytes instanceof Uint8Array && bytes.length === count) return bytes
      const came = bytes instanceof Uint8Array ? `${bytes.length} bytes` : 'no Uint8Array'
      throw new AssayError('invalid_input', `entropy gave ${came} where ${count} bytes were asked for`)
    },
  }
}

/** Entropy of fresh bytes, many at a time: every call of a provider has an id, whose few bytes take longer one by one than the rest of the call. */
export function pooledEntropy(freshBytes: (count: number) => Uint8Array): Entropy {
  let pool = new Uint8Array()
  return {
    bytes(count) {
      if (pool.length < count) pool = new Uint8Array(freshBytes(Math.max(count, POOL_BYTES)))
      const given = pool.slice(0, count)
      pool = pool.subarray(count)
      return given
    },
  }
}
