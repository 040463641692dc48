import type {DrillProbe} from '#contract/generated/types'
import {sleep} from '#random/timers'
import type {PlannedRound} from '../model/drill-rounds.ts'
import {deadlineOf} from '../model/drill-rounds.ts'
import type {Truth} from '../model/truth.ts'
import type {DrillContext} from './drill-context.ts'
import {checkAborts, checkHeld, probeOnce} from './probe-once.ts'

/** In a sham nothing will come: a signal that answers falsely does so at once. Seconds. */
const SHAM_S = 2

/** What became of the signals. `seconds`: from the fault until the last of them was seen; absent unless all were. */
export interface Detection {
  readonly seconds: number | undefined
  /** Signals that were not seen, and what the last poll of each said. */
  readonly missing: ReadonlyMap<string, Truth>
}

/** Polls every signal until it was seen or its time is over. `fromMs`: when the last fault was there. */
export async function detectSignals(round: PlannedRound, fromMs: number, context: DrillContext): Promise<Detection> {
  const {drill, course, ports, signal} = context
  const open = new Map<string, {readonly probe: DrillProbe; truth: Truth}>(
    round.expect.signals.map((probe) => [probe.id, {probe, truth: 'unknown'}]),
  )
  let seenMs = fromMs
  for (;;) {
    await checkAborts('detect', context)
    await checkHeld('detect', fromMs, context)
    for (const [id, row] of open) {
      row.truth = (await probeOnce(row.probe, 'detect', context)).truth
      if (row.truth !== 'true') continue
      open.delete(id)
      seenMs = course.nowMs
      course.tell('detect', id, true)
    }
    if (open.size === 0) return {seconds: (seenMs - fromMs) / 1000, missing: new Map()}
    const waitedS = (course.nowMs - fromMs) / 1000
    if ([...open.values()].every(({probe}) => waitedS >= patience(probe, context))) break
    await sleep(ports.clock, drill.steady_state.every_ms, signal)
  }
  for (const [id, {truth}] of open) course.tell('detect', `${id} was not seen (${truth})`, false)
  return {seconds: undefined, missing: new Map([...open].map(([id, {truth}]) => [id, truth]))}
}

function patience(probe: DrillProbe, {drill, isSham}: DrillContext): number {
  const own = deadlineOf(probe, drill)
  return isSham ? Math.min(own, SHAM_S) : own
}
