import {accessSync, constants, readFileSync, statfsSync} from 'node:fs'

const SHARED_MEMORY = '/dev/shm'
/** What a whole run leaves for a moment is a tenth of it; containers give 64 MiB where nobody asks for more. */
const LEAST_BYTES = 2 * 1024 ** 3

/** A folder in memory in which files can be written and programs run: there a sync costs nothing. Undefined where the system has none. */
export function memoryFolder(folder = SHARED_MEMORY, mounts = mountsOf()): string | undefined {
  // Several may lie there, one over the other: the last is what is seen.
  const mount = mounts.split('\n').findLast((line) => line.split(' ')[1] === folder)
  const [, , type, options = ''] = mount?.split(' ') ?? []
  if (type !== 'tmpfs' || options.split(',').includes('noexec')) return undefined
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    const {bavail, bsize} = statfsSync(folder)
    return bavail * bsize >= LEAST_BYTES ? folder : undefined
  } catch {
    return undefined
  }
}

/** Linux alone tells. Source: proc_pid_mounts(5). */
function mountsOf(): string {
  try {
    return readFileSync('/proc/self/mounts', 'utf8')
  } catch {
    return ''
  }
}
