import {setImmediate as nextTurn} from 'node:timers/promises'
import {stopwatch} from '#benchmark/model/stopwatch'
import type {WaitUntil} from '#benchmark/model/wait-until'
import type {Clock} from '#random/clock'

/** Waiting that takes no time: calls under way may end, then the clock is set on to the time waited for. */
export function virtualTime(clock: Pick<Clock, 'monotonicNs'> & {tick(ms: number): void}) {
  const watch = stopwatch(clock)
  const wait: WaitUntil = async (dueNs) => {
    await nextTurn()
    const left = dueNs - watch()
    if (left > 0) clock.tick(left / 1e6)
  }
  return {watch, wait: () => wait}
}
