import {accessSync, constants, readFileSync, statfsSync} from 'node:fs'

const FOLDER = '/dev/shm'
/** Source: statfs(2). */
const TMPFS = 0x01021994
/** Many times what the files that run at once keep. Containers mostly have 64 MiB there. */
const ENOUGH_BYTES = 2 * 1024 ** 3

/**
 * A folder in memory, for files that no test wants to outlive a machine: writing to a disk, waiting for it and removing again is a tenth of what the
 * tests cost. Undefined where there is none, or none that is large enough, may be written, and lets programs be started.
 */
export function memoryFolder(): string | undefined {
  try {
    accessSync(FOLDER, constants.W_OK)
    const {type, bavail, bsize} = statfsSync(FOLDER)
    const isFit =
      type === TMPFS && bavail * bsize > ENOUGH_BYTES && letsPrograms(readFileSync('/proc/self/mounts', 'utf8'))
    return isFit ? FOLDER : undefined
  } catch {
    return undefined
  }
}

/** Several may be mounted there, one over the other: the last counts. */
function letsPrograms(mounts: string): boolean {
  const options = mounts
    .split('\n')
    .findLast((line) => line.split(' ')[1] === FOLDER)
    ?.split(' ')[3]
  return options !== undefined && !options.split(',').includes('noexec')
}
