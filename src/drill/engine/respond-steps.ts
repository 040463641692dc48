import type {DrillStep, DrillStepRecord} from '#contract/generated/types'
import {deadline} from '#random/timers'
import type {ActionWay} from '../action/action-context.ts'
import {ACTION_WAYS} from '../action/action-ways.ts'
import {STEP_S} from '../model/drill-rounds.ts'
import {askPerson} from './ask-person.ts'
import {DrillAborted, type DrillContext} from './drill-context.ts'
import {filledWhole} from './filled-whole.ts'

/**
 * Does what the person on call would do, step by step; guided, each when they say so, and what has no action is theirs alone. A step that fails is told,
 * and the next one is still tried.
 */
export async function respondSteps(context: DrillContext): Promise<DrillStepRecord[]> {
  const {drill, course, signal, guide} = context
  const records: DrillStepRecord[] = []
  for (const one of drill.respond) {
    if (one.action === undefined && guide === undefined) continue
    const begunMs = course.nowMs
    const end = await takeStep(one, context)
    if (signal.aborted) throw signal.reason instanceof Error ? signal.reason : new DrillAborted(String(signal.reason))
    course.tell('respond', one.step, end.ok)
    records.push({step: one.step, ...end, seconds: (course.nowMs - begunMs) / 1000})
  }
  return records
}

/** One step, once somebody at the terminal said so where there is anybody. */
async function takeStep(one: DrillStep, context: DrillContext): Promise<Pick<DrillStepRecord, 'ok' | 'answer'>> {
  const {ports, signal, guide, site} = context
  const {step, action, args = {}, timeout_s: limitS = STEP_S} = one
  const {isSkipped, answer} = guide ? await askPerson(one, guide, context) : {isSkipped: false}
  if (isSkipped) return {ok: false}
  if (answer !== undefined) site.sheet.take(step, answer)
  using late = deadline(ports.clock, limitS * 1000, () => 'the step took too long')
  const within = AbortSignal.any([signal, late.signal])
  const ok = action === undefined || (await isDone(ACTION_WAYS[action], args, {...context, signal: within}))
  return {ok, ...(answer !== undefined && {answer})}
}

async function isDone(way: ActionWay, args: object, {site, ports, signal}: DrillContext): Promise<boolean> {
  const {folder} = site
  try {
    await way(filledWhole(args, site), {folder, site, ports, signal})
    return true
  } catch {
    return false
  }
}
