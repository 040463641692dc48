import {setTimeout as wait} from 'node:timers/promises'

/** To a process and all of its group. False when nobody was there to take the signal; 0 only asks. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    return false
  }
}

const GRACE_MS = 3_000
const LOOK_AGAIN_MS = 20

/** Ends a process and all of its group: SIGTERM, and SIGKILL once the grace is over. Settles when none of them is left. */
export async function stopGroup(pid: number | undefined): Promise<void> {
  if (pid === undefined) return
  signalGroup(pid, 'SIGTERM')
  if (await isGone(pid)) return
  signalGroup(pid, 'SIGKILL')
  await isGone(pid)
}

/** Whether nobody of the group was left within the grace. One that waits for its parent to take note of its end still counts. */
async function isGone(pid: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < GRACE_MS; waitedMs += LOOK_AGAIN_MS) {
    if (!signalGroup(pid, 0)) return true
    await wait(LOOK_AGAIN_MS)
  }
  return false
}

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
