import {executionRule} from '#gate/execution-rule'
import {BUILT_IN} from '#provider/registry/registry'
import {elapsedMs} from '#random/clock'
import type {StepStart} from '#run/run-recorder'
import {executionShares} from '../judge/execution-shares.ts'
import type {ReadyCell} from '../kit/course.ts'
import type {TrialOrder} from '../kit/trial-order.ts'
import type {CellResult} from '../model/cell.ts'
import {cellName} from '../model/cell.ts'
import {joinStepId} from '../model/eval-plan.ts'
import type {EvalSettings} from '../model/eval-settings.ts'
import type {Subject} from '../model/subject.ts'
import type {OpenCell} from './run-cell.ts'
import {runCell} from './run-cell.ts'
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

/** A cell that ran; where trials ended in an error, its step is open still. */
export interface RanCell {
  readonly result: CellResult
  readonly erred?: {readonly stepId: string; readonly durationMs: number; readonly errorSummary: string}
}

/** One cell as a step of the run: begun, its trials tried and kept, and finished where none ended in an error. */
export async function recordCell(planned: PlannedCell, branch: Branch, signal: AbortSignal): Promise<RanCell> {
  const {cell} = planned.ready
  const {subject, context} = branch
  const kind = cell.suite.sets ? [cell.stratum] : []
  const step = stepOf(subject, cell.suite.name, [cell.env === '*' ? 'all' : cell.env, ...kind].join(':'))
  if (!signal.aborted && !context.mayGoOn()) {
    await context.steps.skip({...step, required: false}, 'the run had ended')
    return {result: await tryCell(planned, branch, signal)}
  }
  await context.steps.start(step)
  const startedNs = context.clock.monotonicNs()
  const result = await tryCell(planned, branch, signal)
  await context.lines.flush()
  const errors = result.episodes.filter((episode) => episode.error)
  const [first] = errors
  if (first?.error && !signal.aborted) {
    const errorSummary = `${errors.length} of ${result.episodes.length} trials in error: ${first.error.code}`
    return {result, erred: {stepId: step.stepId, durationMs: elapsedMs(context.clock, startedNs), errorSummary}}
  }
  await context.steps.finish(step.stepId, {status: signal.aborted ? 'cancelled' : 'success'})
  return {result}
}

/** Whether steps with errors failed hangs on all cells of their suite: a run lets a share of the trials end so, and passes then. */
export async function finishErred(cells: readonly RanCell[], {settings, context}: Branch): Promise<void> {
  const shares = executionShares({cells: cells.map(({result}) => result), unreachable: []})
  const {state} = executionRule(shares, settings.maxErrorShare)
  for (const {erred} of cells) {
    if (erred === undefined) continue
    const {stepId, ...end} = erred
    await context.steps.finish(stepId, {status: state === 'pass' ? 'success' : 'failed', ...end})
  }
}

async function tryCell({orders, ...planned}: PlannedCell, branch: Branch, signal: AbortSignal): Promise<CellResult> {
  const {ready, known, watch} = planned
  const {context} = branch
  const {pool, clock} = context
  const trials = watch.trials.length
  context.replan(trials - ready.cell.trials.length)
  const open = {...planned, startedNs: clock.monotonicNs()}
  const result =
    pool && orders
      ? await (await import('./run-shared-cell.ts')).runSharedCell(open, orders, {...context, pool}, signal)
      : await runCell(open, lanesFor(planned, branch), context, signal)
  context.replan(result.episodes.length + (result.discarded ?? 0) - trials)
  context.watch.end(result, context.done)
  context.done.push(result)
  if (result.baselines && result.baselines.random.length > (known?.random.length ?? 0)) {
    context.baselines.set(sharedPlace(ready), result.baselines)
  }
  return result
}

/** Trials under way at a time. Suites that count calls, measure time, or bring their own order of calls take one after the other. */
function lanesFor({ready: {baselines, isAlone}}: PlannedCell, {subject, settings}: Branch): number {
  const takesOne = isAlone || subject.inProcess || subject.descriptor.parallel_safe === false || baselines === undefined
  return takesOne ? 1 : (settings.concurrency ?? 1)
}

export function stepOf(subject: Subject, suite: string, env?: string): StepStart {
  const parent = joinStepId('eval', subject.name, suite)
  if (env === undefined) return {stepId: parent, operation: suite, provider: subject.name}
  return {
    stepId: joinStepId('eval', subject.name, suite, env),
    parentId: parent,
    operation: suite,
    provider: subject.name,
  }
}
