import {readFileSync} from 'node:fs'

/** How long the calling thread has stood ready and without a processor since it began, in nanoseconds; 0 where the system does not tell. Linux counts it. */
export function processorWaitNs(): number {
  try {
    const [, waited] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')
    return Number(waited) || 0
  } catch {
    return 0
  }
}
