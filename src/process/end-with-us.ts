import {signalGroup} from './signal-group.ts'

const groups = new Set<number>()

/**
 * Whoever leads a process group and is still there when this process exits ends with it, without grace: nobody would be left to end the
 * group later. Gives what to call once the leader has ended by itself.
 */
export function endWithUs(pid: number | undefined): () => void {
  if (pid === undefined) return () => undefined
  if (groups.size === 0) process.on('exit', killAll)
  groups.add(pid)
  return () => {
    groups.delete(pid)
    if (groups.size === 0) process.off('exit', killAll)
  }
}

function killAll(): void {
  for (const pid of groups) signalGroup(pid, 'SIGKILL')
}
