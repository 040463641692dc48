import type {Entropy} from './entropy.ts'

const POOL_BYTES = 4096

/** Its module is loaded when it is first asked: an import at the top would cost every start. */
export const systemEntropy = pooledEntropy((count) => process.getBuiltinModule('node:crypto').randomBytes(count))

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
