import {existsSync, readFileSync, writeFileSync} from 'node:fs'

const RESET = '/proc/self/clear_refs'
const STATUS = '/proc/self/status'
/** Source: proc_pid_clear_refs(5), "5 resets the peak resident set size". */
const RESET_PEAK = '5'

/** What one piece of work took at most beyond what was resident before it, in MiB; `undefined` where the kernel keeps no such book. */
export async function peakMiB<T>(
  work: () => Promise<T>,
): Promise<{readonly value: T; readonly mib: number | undefined}> {
  if (!existsSync(RESET)) return {value: await work(), mib: undefined}
  globalThis.gc?.()
  writeFileSync(RESET, RESET_PEAK)
  const before = kibOf('VmRSS')
  const value = await work()
  return {value, mib: Math.max(0, Math.ceil((kibOf('VmHWM') - before) / 1024))}
}

function kibOf(field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(STATUS, 'utf8'))?.[1])
}
