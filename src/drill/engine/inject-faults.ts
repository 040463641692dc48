import type {DrillAction} from '#contract/generated/types'
import {deadline} from '#random/timers'
import {ACTION_WAYS} from '../action/action-ways.ts'
import {DrillAborted, type DrillContext} from './drill-context.ts'
import {filledWhole} from './filled-whole.ts'

/** A fault that is not there by then will not come. */
const FAULT_MS = 60_000

/** Breaks what the round says, each change in the ledger before it is made. A sham arms nothing and breaks nothing. */
export async function injectFaults(actions: readonly DrillAction[], context: DrillContext): Promise<void> {
  const {site, ports, course, ledger, isSham, signal} = context
  for (const {action, args = {}} of actions) {
    if (isSham) {
      course.tell('inject', `${action} (left out)`)
      continue
    }
    const filled = filledWhole(args, site)
    using late = deadline(
      ports.clock,
      FAULT_MS,
      () => new DrillAborted(`${action} took longer than ${FAULT_MS / 1000} s`),
    )
    const within = AbortSignal.any([signal, late.signal])
    await ledger.arm(action, filled, identityOf(filled, context))
    const end = await ACTION_WAYS[action](filled, {folder: site.folder, site, ports, signal: within})
    course.tell('inject', action, end === 'done')
    if (end === 'noop') throw new DrillAborted(`${action} changed nothing`)
  }
}

/** Which process or node it is, where the action is about one. */
function identityOf(args: Readonly<Record<string, unknown>>, {site}: DrillContext): Readonly<Record<string, unknown>> {
  if (typeof args['node'] === 'string' && site.given) return {...site.given.identityOf(args['node'])}
  return typeof args['server'] === 'string' ? {process: site.identityOf(args['server'])} : {}
}
