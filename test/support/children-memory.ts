import {readFileSync} from 'node:fs'

/** Between two looks; what a child takes after the last one is not seen. */
const EVERY_MS = 2

/** The most memory that one child of this process had at a time, in MiB; Linux alone tells. Throws where it does not. */
export function watchChildrenMemory(): {peakMiB(): number} & Disposable {
  let peak = 0
  const look = () => {
    for (const pid of childrenNow()) peak = Math.max(peak, mostOf(pid))
  }
  look()
  const timer = setInterval(look, EVERY_MS)
  return {peakMiB: () => peak / 1024, [Symbol.dispose]: () => clearInterval(timer)}
}

function childrenNow(): string[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
}

/** KiB; 0 of a child that has ended. Source: proc_pid_status(5). */
function mostOf(pid: string): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
