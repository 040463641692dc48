import type {DrillStep, DrillStepRecord} from '#contract/generated/types'
import {deadline} from '#random/timers'
import type {ActionWay} from '../action/action-context.ts'
import {ACTION_WAYS} from '../action/action-ways.ts'
import {STEP_S} from '../model/drill-rounds.ts'
import {DrillAborted, type DrillContext} from './drill-context.ts'

/**
 * Does what the person on call would do, step by step; guided, each when they say so, and what has no action is theirs alone. A step that fails is told,
 * and the next one is still tried.
 */
export async function respondSteps(context: DrillContext): Promise<DrillStepRecord[]> {
  const {drill, ports, course, signal, guide} = context
  const records: DrillStepRecord[] = []
  for (const one of drill.respond) {
    const {step, action, args = {}, timeout_s: limitS = STEP_S} = one
    if (action === undefined && guide === undefined) continue
    const begunMs = course.nowMs
    await guide?.(ports.redactor.text(shownStep(one)), signal)
    using late = deadline(ports.clock, limitS * 1000, () => 'the step took too long')
    const within = AbortSignal.any([signal, late.signal])
    const ok = action === undefined || (await isDone(ACTION_WAYS[action], args, {...context, signal: within}))
    if (signal.aborted) throw signal.reason instanceof Error ? signal.reason : new DrillAborted(String(signal.reason))
    course.tell('respond', step, ok)
    records.push({step, ok, seconds: (course.nowMs - begunMs) / 1000})
  }
  return records
}

async function isDone(way: ActionWay, args: object, {site, ports, signal}: DrillContext): Promise<boolean> {
  const {folder} = site
  return await way(site.filled(args), {folder, site, ports, signal}).then(
    () => true,
    () => false,
  )
}

/** As the file of the drill says it: what stands for a secret is shown as such. */
function shownStep({step, text, action, args = {}}: DrillStep): string {
  const words = Object.entries(args).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  const command = action === undefined ? 'by hand' : [action, ...words].join(' ')
  return `\n${step}: ${text}\n  ${command}\n  Enter when it may be done: `
}
