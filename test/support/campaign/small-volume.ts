import {execFileSync} from 'node:child_process'
import {cpSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

/** A file system of its own, held in memory, that can really be full. Needs Linux and the right to mount. */
export interface SmallVolume extends Disposable {
  readonly path: string
  /** KiB in use. */
  used(): number
  /** Another size or mode, such as `ro`. */
  change(options: string): void
  /** Fills it until so much is left. */
  fill(spareKib?: number): void
}

/** A process that was killed holds its files a moment longer. */
const UNMOUNT = 'for try in $(seq 100); do umount "$1" && exit; sleep 0.1; done; exit 1'

export function mountVolume(sizeKib: number, content?: string): SmallVolume {
  const path = mkdtempSync(join(tmpdir(), 'assay-volume-'))
  mount(['-t', 'tmpfs', '-o', `size=${sizeKib}k`, 'tmpfs', path])
  if (content !== undefined) {
    for (const name of readdirSync(content)) cpSync(join(content, name), join(path, name), {recursive: true})
  }
  const used = () => {
    const {blocks, bfree, bsize} = statfsSync(path)
    return ((blocks - bfree) * bsize) / 1024
  }
  return {
    path,
    used,
    change: (options) => mount(['-o', `remount,${options}`, path]),
    fill(spareKib = 0) {
      const {bfree, bsize} = statfsSync(path)
      writeFileSync(join(path, 'ballast'), Buffer.alloc(bfree * bsize - spareKib * 1024))
    },
    [Symbol.dispose]() {
      execFileSync('sh', ['-c', UNMOUNT, 'sh', path], {stdio: 'ignore'})
      rmSync(path, {recursive: true})
    },
  }
}

/** Why no volume can be mounted here; undefined when it can. */
export function whyNoVolume(): string | undefined {
  if (process.platform !== 'linux') return 'needs Linux'
  try {
    mountVolume(64)[Symbol.dispose]()
    return undefined
  } catch {
    return 'needs the right to mount a tmpfs'
  }
}

function mount(args: readonly string[]): void {
  execFileSync('mount', args, {stdio: 'ignore'})
}
