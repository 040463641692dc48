import {BUILT_IN} from '#provider/registry/registry'
import type {ReadyCell} from '../kit/course.ts'
import type {TrialOrder} from '../kit/trial-order.ts'
import {cellName} from '../model/cell.ts'
import type {EvalSettings} from '../model/eval-settings.ts'
import type {Subject} from '../model/subject.ts'
import type {OpenCell} from './run-cell.ts'
import type {SubjectContext} from './subject-context.ts'

/** One provider and what a run asks of it. */
export interface Branch {
  readonly subject: Subject
  readonly settings: EvalSettings
  readonly context: SubjectContext
}

/** A cell that will run, and its trials as threads are told of them, where it runs on threads. */
export interface PlannedCell extends Omit<OpenCell, 'startedNs'> {
  readonly orders?: readonly TrialOrder[]
}

/** On threads where that is possible and worth it; the result is the same. Floor and ceiling of a place are made once for all providers. */
export async function planCell(ready: ReadyCell, {subject, settings, context}: Branch): Promise<PlannedCell> {
  const {cell, baselines, isAlone, isShareable = baselines !== undefined} = ready
  const known = context.baselines.get(sharedPlace(ready))
  const planned = {ready, known, watch: context.watch.watch(cell, baselines !== undefined)}
  const isShared = context.pool && isShareable && !isAlone && isOnThreads(subject)
  if (!isShared || planned.watch.trials.length <= 1) return planned
  const {ordersOf} = await import('./run-shared-cell.ts')
  return {...planned, orders: ordersOf(planned, settings)}
}

/**
 * Lets threads begin with what comes next while they would wait, up to a cell that measures time; gives what comes after that one. Not where a run may end
 * before its last trial: what was done ahead would count for nothing.
 */
export function workAhead(cells: readonly PlannedCell[], {settings, context}: Branch): readonly PlannedCell[] {
  const {failFast, timeLimitMs, untilDecided} = settings
  if (failFast || timeLimitMs !== undefined || untilDecided) return []
  const alone = cells.findIndex(({ready}) => ready.isAlone)
  for (const {orders} of alone < 0 ? cells : cells.slice(0, alone)) if (orders) context.pool?.workAhead(orders)
  return alone < 0 ? [] : cells.slice(alone + 1)
}

/** Where floor and ceiling are the same for all providers. */
export function sharedPlace({cell}: ReadyCell): string {
  return cellName({...cell, provider: '*'})
}

/** Threads know the built-in providers only: what a host registers or loads is in its own thread. */
function isOnThreads({name, inProcess, descriptor}: Subject): boolean {
  return inProcess && descriptor.parallel_safe === true && BUILT_IN.some(({profile}) => profile.name === name)
}
