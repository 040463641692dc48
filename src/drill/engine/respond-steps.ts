import type {DrillStepRecord} from '#contract/generated/types'
import {deadline} from '#random/timers'
import {ACTION_WAYS} from '../action/action-ways.ts'
import {STEP_S} from '../model/drill-rounds.ts'
import {DrillAborted, type DrillContext} from './drill-context.ts'

/** Does what the person on call would do, step by step. A step that fails is told, and the next one is still tried. */
export async function respondSteps(context: DrillContext): Promise<DrillStepRecord[]> {
  const {drill, site, ports, course, signal} = context
  const records: DrillStepRecord[] = []
  for (const {step, action, args = {}, timeout_s: limitS = STEP_S} of drill.respond) {
    if (action === undefined) continue
    const begunMs = course.nowMs
    using late = deadline(ports.clock, limitS * 1000, () => 'the step took too long')
    const within = AbortSignal.any([signal, late.signal])
    const ok = await ACTION_WAYS[action](site.filled(args), {folder: site.folder, site, ports, signal: within}).then(
      () => true,
      () => false,
    )
    if (signal.aborted) throw signal.reason instanceof Error ? signal.reason : new DrillAborted(String(signal.reason))
    course.tell('respond', step, ok)
    records.push({step, ok, seconds: (course.nowMs - begunMs) / 1000})
  }
  return records
}
