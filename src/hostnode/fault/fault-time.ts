import type {Time} from '#random/timers'
import {numberArg} from '../model/fault-forms.ts'
import type {FaultTable} from './fault-table.ts'

/** The time as the node believes it to be: its wall clock may be wrong, while durations and timers stay true. */
export function faultTime(time: Time, faults: FaultTable): Time {
  return {
    nowMs: () => {
      const nowMs = time.nowMs()
      const fault = faults.first('clock')
      if (fault === undefined) return nowMs
      const passedMs = (nowMs - fault.sinceMs) * numberArg(fault, 'scale')
      return Math.round(fault.sinceMs + passedMs + numberArg(fault, 'offset_ms'))
    },
    monotonicNs: () => time.monotonicNs(),
    after: (ms, run) => time.after(ms, run),
    every: (ms, run) => time.every(ms, run),
  }
}
