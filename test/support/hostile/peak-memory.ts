import {existsSync, readFileSync, writeFileSync} from 'node:fs'
import {getHeapStatistics} from 'node:v8'

const RESET = '/proc/self/clear_refs'
const STATUS = '/proc/self/status'
/** Source: proc_pid_clear_refs(5), "5 resets the peak resident set size". */
const RESET_PEAK = '5'
const BYTES_A_MIB = 1024 * 1024
/** Collecting takes longer than most of the work that is measured: less than this may be left, and counts as taken. */
const MOST_GARBAGE_MIB = 8
let collectedMiB = Number.NEGATIVE_INFINITY

/** What one piece of work took at most beyond what was resident before it, in MiB; `undefined` where the kernel keeps no such book. */
export async function peakMiB<T>(
  work: () => Promise<T>,
): Promise<{readonly value: T; readonly mib: number | undefined}> {
  if (!existsSync(RESET)) return {value: await work(), mib: undefined}
  const garbage = garbageMiB()
  writeFileSync(RESET, RESET_PEAK)
  const before = kibOf('VmRSS')
  const value = await work()
  return {value, mib: Math.ceil(garbage + Math.max(0, (kibOf('VmHWM') - before) / 1024))}
}

/** What lies about and could be used again unseen, in MiB; collected where it is much. */
function garbageMiB(): number {
  if (usedMiB() - collectedMiB > MOST_GARBAGE_MIB) {
    globalThis.gc?.()
    collectedMiB = usedMiB()
  }
  return Math.max(0, usedMiB() - collectedMiB)
}

function usedMiB(): number {
  const {used_heap_size, external_memory} = getHeapStatistics()
  return (used_heap_size + external_memory) / BYTES_A_MIB
}

function kibOf(field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(STATUS, 'utf8'))?.[1])
}
