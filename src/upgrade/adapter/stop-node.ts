import type {MeasurementPorts} from '#measurement/ports'
import type {ProcessIdentity} from '#process/process-table'
import {elapsedMs} from '#random/clock'
import {sleep} from '#random/timers'
import {DONE, type HandEnd, undone} from '../model/hands.ts'

const LOOK_MS = 50
/** So long requests in flight may take; after it the process is killed, which is told. */
const GRACE_MS = 60_000
const KILL_MS = 10_000

type Ports = Pick<MeasurementPorts, 'neighbours' | 'processes' | 'clock'>
type Find = () => readonly ProcessIdentity[] | undefined

/** Asks the processes of a node for their end and waits for it; one that does not come is forced. */
export async function stopNode(find: Find, ports: Ports, signal: AbortSignal): Promise<HandEnd> {
  const found = find()
  if (found === undefined) return undone('this system does not tell which process runs where')
  // One that is on its way out may be found no more, and hold the data still.
  const left: Find = () => {
    const now = find() ?? []
    const known = found.filter((one) => isThere(one, ports) && !now.some(({pid}) => pid === one.pid))
    return [...now, ...known]
  }
  for (const one of leadersOf(found)) ports.neighbours.signal(one, 'SIGTERM')
  if (await isEmptied(left, GRACE_MS, ports, signal)) return DONE
  for (const one of left() ?? []) ports.neighbours.signal(one, 'SIGKILL')
  return (await isEmptied(left, KILL_MS, ports, signal)) ? DONE : undone('a process of the node does not end')
}

const isThere = ({pid, start}: ProcessIdentity, {processes}: Ports): boolean => processes.startOf(pid) === start

/** The oldest: what it started itself ends by its order. */
function leadersOf(found: readonly ProcessIdentity[]): readonly ProcessIdentity[] {
  return found.toSorted((a, b) => Number(a.start) - Number(b.start)).slice(0, 1)
}

async function isEmptied(left: Find, mostMs: number, {clock}: Ports, signal: AbortSignal) {
  for (const begun = clock.monotonicNs(); elapsedMs(clock, begun) <= mostMs; ) {
    if ((left() ?? []).length === 0) return true
    await sleep(clock, LOOK_MS, signal)
  }
  return false
}
