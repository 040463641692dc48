import type {Entropy} from './entropy.ts'

const POOL_BYTES = 4096
let pool = new Uint8Array()

/** Every call of a provider has an id: asked for one by one, its few random bytes take longer than the rest of the call. */
export const systemEntropy: Entropy = {
  bytes(count) {
    if (pool.length < count) pool = freshBytes(Math.max(count, POOL_BYTES))
    const given = pool.slice(0, count)
    pool = pool.subarray(count)
    return given
  },
}

/** Loaded when first used: an import at the top would cost every start 4 ms. */
function freshBytes(count: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(process.getBuiltinModule('node:crypto').randomBytes(count))
}
