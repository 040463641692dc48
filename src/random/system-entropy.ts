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

/** Where the kernel hands out the same bytes as a file, they are read there: loading `node:crypto` takes 5 ms, which only commands pay that hash. */
function freshBytes(count: number): Uint8Array<ArrayBuffer> {
  return kernelBytes(count) ?? new Uint8Array(process.getBuiltinModule('node:crypto').randomBytes(count))
}

function kernelBytes(count: number): Uint8Array<ArrayBuffer> | undefined {
  if (process.platform !== 'linux') return undefined
  const fs = process.getBuiltinModule('node:fs')
  let file: number
  try {
    file = fs.openSync('/dev/urandom', 'r')
  } catch {
    // Some sandboxes have no devices.
    return undefined
  }
  try {
    const bytes = new Uint8Array(count)
    return fs.fstatSync(file).isCharacterDevice() && fs.readSync(file, bytes) === count ? bytes : undefined
  } finally {
    fs.closeSync(file)
  }
}
