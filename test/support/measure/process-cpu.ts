import {readFileSync} from 'node:fs'

/** Hertz of the ticks that Linux tells to programs. Source: proc(5), sysconf(_SC_CLK_TCK). */
const TICKS = 100

/** Seconds of processor time that a process has had. Linux alone tells. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  const [user = 0, system = 0] = [fields[11], fields[12]].map(Number)
  return (user + system) / TICKS
}
