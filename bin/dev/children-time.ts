import {readFileSync} from 'node:fs'

/** Hundredths of a second, in which Linux counts processor time for programs. */
const TICKS = 100
/** Places of `cutime` and `cstime` after the name of the program. Source: proc_pid_stat(5). */
const USER = 13
const SYSTEM = 14

/** Seconds of processor time of all children that have ended, theirs included; undefined where the system does not tell. */
export function childrenSeconds(): number | undefined {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[USER]) + Number(fields[SYSTEM])) / TICKS
  } catch {
    return undefined
  }
}

/** What a busy machine cannot make much longer: how long the work takes when two cores are free, at best. */
export function toldProcessorTime(before: number | undefined): string {
  const now = childrenSeconds()
  return before === undefined || now === undefined ? '' : `, processor time ${(now - before).toFixed(1)} s`
}
