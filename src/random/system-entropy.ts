import type {Entropy} from './entropy.ts'

const DEVICE = '/dev/urandom'
const POOL_BYTES = 4096

let pool = new Uint8Array()

/** Bytes that nobody can foresee, fetched many at a time: every call of a provider has an id, whose few bytes take longer one by one than the rest of the call. */
export const systemEntropy: Entropy = {
  bytes(count) {
    if (pool.length < count) pool = freshBytes(Math.max(count, POOL_BYTES))
    const given = pool.slice(0, count)
    pool = pool.subarray(count)
    return given
  },
}

/** Where the kernel hands them out as a file they are read from it: loading `node:crypto`, the same generator, takes 7 ms of a start. */
function freshBytes(count: number): Uint8Array<ArrayBuffer> {
  return kernelBytes(count) ?? new Uint8Array(process.getBuiltinModule('node:crypto').randomBytes(count))
}

function kernelBytes(count: number): Uint8Array<ArrayBuffer> | undefined {
  if (process.platform !== 'linux') return undefined
  const {closeSync, fstatSync, openSync, readSync} = process.getBuiltinModule('node:fs')
  let file: number
  try {
    file = openSync(DEVICE, 'r')
  } catch {
    // Some sandboxes have no devices.
    return undefined
  }
  try {
    const bytes = new Uint8Array(count)
    return fstatSync(file).isCharacterDevice() && readSync(file, bytes) === count ? bytes : undefined
  } finally {
    closeSync(file)
  }
}
