import type {MeasurementPorts} from '#measurement/ports'
import type {ProcessIdentity} from '#process/process-table'
import {elapsedMs} from '#random/clock'
import {sleep} from '#random/timers'
import {DONE, type HandEnd, undone} from '../model/hands.ts'

const LOOK_MS = 50
/** So long requests in flight may take; after it the process is killed, which is told. */
const GRACE_MS = 60_000
const KILL_MS = 10_000

type Ports = Pick<MeasurementPorts, 'neighbours' | 'clock'>

/** Asks the processes of a node's folder for their end and waits for it; one that does not come is forced. */
export async function stopNode(folder: string, ports: Ports, signal: AbortSignal): Promise<HandEnd> {
  const found = ports.neighbours.inFolder(folder)
  if (found === undefined) return undone('this system does not tell which process runs where')
  for (const one of leadersOf(found)) ports.neighbours.signal(one, 'SIGTERM')
  if (await isEmptied(folder, GRACE_MS, ports, signal)) return DONE
  for (const one of ports.neighbours.inFolder(folder) ?? []) ports.neighbours.signal(one, 'SIGKILL')
  return (await isEmptied(folder, KILL_MS, ports, signal)) ? DONE : undone('a process of the node does not end')
}

/** The oldest: what it started itself ends by its order. */
function leadersOf(found: readonly ProcessIdentity[]): readonly ProcessIdentity[] {
  return found.toSorted((a, b) => Number(a.start) - Number(b.start)).slice(0, 1)
}

async function isEmptied(folder: string, mostMs: number, {neighbours, clock}: Ports, signal: AbortSignal) {
  for (const begun = clock.monotonicNs(); elapsedMs(clock, begun) <= mostMs; ) {
    if ((neighbours.inFolder(folder) ?? []).length === 0) return true
    await sleep(clock, LOOK_MS, signal)
  }
  return false
}
