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

/** The processes of a node; `serving`: the one of them that is known to serve. */
export interface NodeProcesses {
  readonly find: Find
  readonly serving: () => ProcessIdentity | undefined
}

/** Asks the processes of a node for their end and waits for it; one that does not come is forced, and the end says so. */
export async function stopNode({find, serving}: NodeProcesses, ports: Ports, signal: AbortSignal): Promise<HandEnd> {
  const found = find()
  if (found === undefined) return undone('this system does not tell which process runs where')
  // One that is on its way out may be found no more, and hold the data still.
  const left: Find = () => {
    const now = find() ?? []
    const known = found.filter((one) => isThere(one, ports) && !now.some(({pid}) => pid === one.pid))
    return [...now, ...known]
  }
  const first = serving() ?? oldestFirst(found)[0]
  const ask = asker(first, ports)
  if (await isEmptied(left, GRACE_MS, {ports, ask}, signal)) return DONE
  const forced = left() ?? []
  for (const one of forced) ports.neighbours.signal(one, 'SIGKILL')
  if (!(await isEmptied(left, KILL_MS, {ports}, signal))) return undone('a process of the node does not end')
  const isFirst = first !== undefined && forced.some(({pid}) => pid === first.pid)
  return {...DONE, detail: isFirst ? FORCED : OTHER_FORCED}
}

const GRACE = `within ${GRACE_MS / 1000} s`
const FORCED = `its process did not end ${GRACE} and was killed: what was under way may be lost`
const OTHER_FORCED = `a process in its folder did not end ${GRACE} and was killed, after the one that served had ended`

/**
 * One after the other, each once: what a process started itself ends by its order, and a program that passes on what it is sent would ask a second time, which many
 * take for haste. Whatever is left when the first has ended is asked, too: a loop that starts a node again stands behind it.
 */
function asker(first: ProcessIdentity | undefined, ports: Ports): (left: readonly ProcessIdentity[]) => void {
  const asked = new Set<string>()
  const ask = (one: ProcessIdentity) => {
    const key = `${one.pid} ${one.start}`
    if (!asked.has(key)) ports.neighbours.signal(one, 'SIGTERM')
    asked.add(key)
  }
  if (first !== undefined) ask(first)
  return (left) => {
    if (first !== undefined && isThere(first, ports)) return
    for (const one of oldestFirst(left)) ask(one)
  }
}

const isThere = ({pid, start}: ProcessIdentity, {processes}: Ports): boolean => processes.startOf(pid) === start

const oldestFirst = (found: readonly ProcessIdentity[]): readonly ProcessIdentity[] =>
  found.toSorted((a, b) => Number(a.start) - Number(b.start))

interface Patience {
  readonly ports: Ports
  /** What is said to those that are left, at each look. */
  readonly ask?: (left: readonly ProcessIdentity[]) => void
}

async function isEmptied(left: Find, mostMs: number, {ports: {clock}, ask}: Patience, signal: AbortSignal) {
  for (const begun = clock.monotonicNs(); elapsedMs(clock, begun) <= mostMs; ) {
    const now = left() ?? []
    if (now.length === 0) return true
    ask?.(now)
    await sleep(clock, LOOK_MS, signal)
  }
  return false
}
