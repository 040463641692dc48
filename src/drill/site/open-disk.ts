import {join} from 'node:path'
import type {DrillDisk} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {DrillPorts} from './drill-ports.ts'
import {openChild} from './open-child.ts'

/** What fills the disk, on it; nobody else writes a file of this name. */
const BALLAST = 'ballast'
const MOST_OUTPUT_BYTES = 4096
/** Mounts it where nobody else sees it, says who holds it, and ends with whoever started it. */
const HOLD = 'mount -t tmpfs -o "size=$2" tmpfs "$1" && echo "{\\"pid\\":$$}" && exec cat'
/** Never more than fits: on another disk than this one it would do little harm. */
const FILL = `head -c "$2" /dev/zero > "$1/${BALLAST}"; test -s "$1/${BALLAST}"`
const FREE = `test -e "$1/${BALLAST}" && rm "$1/${BALLAST}"`

/** A small disk of a site. Who enters it sees it; for everybody else its folder is empty. */
export interface SmallDisk {
  /** Words before a command that works with the disk. */
  readonly enter: readonly [string, ...string[]]
  /** False where not a byte could be written. */
  fill(signal: AbortSignal): Promise<boolean>
  /** False where nothing filled it. */
  free(signal: AbortSignal): Promise<boolean>
  stop(): Promise<void>
}

/** Mounts a disk in memory in a name space of its own, without rights of an administrator. Throws `unreachable` where this machine cannot. */
export async function openDisk(
  {path, bytes}: DrillDisk,
  {home, env}: {readonly home: string; readonly env: Readonly<Record<string, string>>},
  ports: DrillPorts,
): Promise<SmallDisk> {
  const full = join(home, path)
  await ports.files.directories.make(full)
  const held = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', HOLD, 'sh', full, String(bytes)] as const
  const holder = await openChild({argv: held, env, cwd: home}, ports)
  const pid = String(holder.hello.pid)
  const enter = ['nsenter', '--target', pid, '--user', '--mount', '--preserve-credentials', 'sh', '-c'] as const
  const run = async (script: string, signal: AbortSignal) => {
    const argv = [...enter, script, 'sh', full, String(bytes)] as const
    const request = {argv, cwd: home, env, mostOutputBytes: MOST_OUTPUT_BYTES, onOutput: async () => undefined}
    const {end} = await ports.children.run(request, signal)
    if (end.kind === 'exited') return end.code === 0
    throw new AssayError('unreachable', 'the disk of the drill does not answer')
  }
  return {
    // The folder is entered behind the door: a path before it would lead to what lies under the disk.
    enter: [...enter, 'cd "$0" && exec "$@"', home],
    fill: (signal) => run(FILL, signal),
    free: (signal) => run(FREE, signal),
    stop: () => holder.stop(),
  }
}
