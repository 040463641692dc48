import type {DrillProbe} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {sleep} from '#random/timers'
import {deviations} from '../model/deviation.ts'
import type {PlannedRound} from '../model/drill-rounds.ts'
import {deadlineOf} from '../model/drill-rounds.ts'
import type {Truth} from '../model/truth.ts'
import type {DrillContext} from './drill-context.ts'
import {checkAborts, checkHeld, type Polled, probeOnce} from './probe-once.ts'

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
  const open = new Map<string, {readonly probe: DrillProbe; last: Polled}>(
    round.expect.signals.map((probe) => [probe.id, {probe, last: UNASKED}]),
  )
  let seenMs = fromMs
  for (;;) {
    await checkAborts('detect', context)
    await checkHeld('detect', fromMs, context)
    for (const [id, row] of open) {
      row.last = await probeOnce(row.probe, 'detect', context)
      if (row.last.truth !== 'true') continue
      open.delete(id)
      seenMs = course.nowMs
      course.tell('detect', id, true)
    }
    if (open.size === 0) return {seconds: (seenMs - fromMs) / 1000, missing: new Map()}
    const waitedS = (course.nowMs - fromMs) / 1000
    if ([...open.values()].every(({probe}) => waitedS >= patience(probe, context))) break
    await sleep(ports.clock, drill.steady_state.every_ms, signal)
  }
  for (const {probe, last} of open.values()) course.tell('detect', unseenText(probe, last, context), false)
  return {seconds: undefined, missing: new Map([...open].map(([id, {last}]) => [id, last.truth]))}
}

const UNASKED: Polled = {truth: 'unknown', observation: undefined}
const LONGEST = 300

/** What the last poll saw, beside what was expected. */
function unseenText(
  {id, expect}: DrillProbe,
  {truth, observation, why}: Polled,
  {before, ports}: DrillContext,
): string {
  const seen = observation === undefined ? why : deviations(expect, observation, before.get(id)).join('; ')
  const told = seen === undefined || seen === '' ? '' : `: ${ports.redactor.text(seen)}`
  return cutText(`${id} was not seen (${truth})${told}`, LONGEST)
}

function patience(probe: DrillProbe, {drill, isSham}: DrillContext): number {
  const own = deadlineOf(probe, drill)
  return isSham ? Math.min(own, SHAM_S) : own
}
