import {setTimeout as wait} from 'node:timers/promises'
import {signalGroup} from './signal-group.ts'

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
