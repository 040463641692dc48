import {IdleProcessors} from './idle-processors.ts'
import {type Ended, isShared, runAlone, SharedProcesses} from './test-processes.ts'

/** How often it is asked whether a further file may begin, and how much of a processor must have been idle since. */
const LOOK_MS = 500
const SPARE = 0.4

/** So many further files may run at a time for each lane: most of them wait for a drill, a node or a disk. */
const FURTHER = 2

/**
 * Runs files in the order given, so many at a time; and while processors idle, because tests wait for what they started, further ones beside, up to twice as
 * many. What files share is loaded once for each that may run at a time. Gives what is wrong with the ends of processes that files shared.
 */
export async function runInLanes(
  files: readonly string[],
  lanes: number,
  report: (file: string, ended: Ended) => void,
  processors: {idleSinceLast(): number} = new IdleProcessors(),
): Promise<string[]> {
  const left = [...files]
  const all: SharedProcesses[] = []
  const free: SharedProcesses[] = []
  const run = async (file: string): Promise<void> => {
    if (!isShared(file)) return report(file, await runAlone(file))
    const shared = free.pop() ?? new SharedProcesses()
    if (!all.includes(shared)) all.push(shared)
    report(file, await shared.run(file))
    free.push(shared)
  }
  const lane = async () => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) await run(file)
  }
  const further = new Set<Promise<void>>()
  const timer = setInterval(() => {
    if (processors.idleSinceLast() < SPARE || further.size >= FURTHER * lanes) return
    const file = left.shift()
    if (file === undefined) return
    const one = run(file).finally(() => further.delete(one))
    further.add(one)
  }, LOOK_MS)
  await Promise.all(Array.from({length: lanes}, lane))
  clearInterval(timer)
  await Promise.all(further)
  const faults = await Promise.all(all.map((shared) => shared.end()))
  return faults.flat()
}
