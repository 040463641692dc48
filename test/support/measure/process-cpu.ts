import {readdirSync, readFileSync} from 'node:fs'

/** Seconds of processor time that the threads of a process have had, those that live. Linux alone tells; its ticks of 10 ms are too coarse for a burst. Source: sched-stats of the kernel. */
export function cpuSeconds(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e9
}
