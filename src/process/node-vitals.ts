import {loadavg} from 'node:os'
import {monitorEventLoopDelay, PerformanceObserver} from 'node:perf_hooks'
import type {WatchVitals} from './vitals.ts'

/** How often the delay of the event loop is looked at. */
const RESOLUTION_MS = 10

/** This process and this machine. What the collector did is told with a turn's delay, so stopping waits for one. */
export const nodeVitals: WatchVitals = async () => {
  const delay = monitorEventLoopDelay({resolution: RESOLUTION_MS})
  const pauses: number[] = []
  const observer = new PerformanceObserver((list) => {
    for (const {duration} of list.getEntries()) pauses.push(duration)
  })
  observer.observe({entryTypes: ['gc']})
  delay.enable()
  const cpu = process.cpuUsage()
  const before = loadavg()[0] ?? 0
  return {
    stop: async () => {
      delay.disable()
      const {user, system} = process.cpuUsage(cpu)
      await new Promise((done) => setImmediate(done))
      observer.disconnect()
      const ms = (ns: number) => Math.max(0, ns / 1e6 - RESOLUTION_MS)
      const isSeen = delay.count > 0
      return {
        loopDelayMs: isSeen ? {p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max)} : null,
        gc: {count: pauses.length, totalMs: pauses.reduce((sum, pause) => sum + pause, 0)},
        cpuMs: {user: user / 1000, system: system / 1000},
        load: {before, after: loadavg()[0] ?? 0},
      }
    },
  }
}
