import {IdleProcessors} from './idle-processors.ts'
import {type Ended, isShared, runAlone, SharedProcesses} from './test-processes.ts'

/** How often it is asked whether a further file may begin, and how much of a processor must have been idle since. */
const LOOK_MS = 500
const SPARE = 0.4

/**
 * Runs files in the order given, so many at a time; and while processors idle, because tests wait for what they started, as many again. Those further
 * ones are files that run alone: what the others share is loaded once a lane. Gives what is wrong with the ends of processes that files shared.
 */
export async function runInLanes(
  files: readonly string[],
  lanes: number,
  report: (file: string, ended: Ended) => void,
  processors: {idleSinceLast(): number} = new IdleProcessors(),
): Promise<string[]> {
  const left = new Set(files)
  const alone = new Set(files.filter((file) => !isShared(file)))
  const take = ([file]: Iterable<string>): string | undefined => {
    if (file !== undefined) for (const queue of [left, alone]) queue.delete(file)
    return file
  }
  const lane = async (): Promise<string[]> => {
    const shared = new SharedProcesses()
    for (let file = take(left); file !== undefined; file = take(left))
      report(file, isShared(file) ? await shared.run(file) : await runAlone(file))
    return await shared.end()
  }
  const further = new Set<Promise<void>>()
  const runFurther = async () => {
    const file = take(alone)
    if (file !== undefined) report(file, await runAlone(file))
  }
  const timer = setInterval(() => {
    if (processors.idleSinceLast() < SPARE || further.size >= lanes) return
    const one = runFurther().finally(() => further.delete(one))
    further.add(one)
  }, LOOK_MS)
  const faults = await Promise.all(Array.from({length: lanes}, lane))
  clearInterval(timer)
  await Promise.all(further)
  return faults.flat()
}
