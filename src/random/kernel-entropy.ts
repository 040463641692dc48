import {closeSync, fstatSync, openSync, readSync} from 'node:fs'
import {pooledEntropy} from './pooled-entropy.ts'

const DEVICE = '/dev/urandom'

/** The bytes of `systemEntropy`, read where the kernel hands them out as a file: loading `node:crypto` takes 7 ms of a start, which only commands pay that hash. */
export const kernelEntropy = pooledEntropy(
  (count) => kernelBytes(count) ?? process.getBuiltinModule('node:crypto').randomBytes(count),
)

function kernelBytes(count: number): Uint8Array | undefined {
  if (process.platform !== 'linux') return undefined
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
