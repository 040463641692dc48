import type {StepStart} from '#run/run-recorder'
import type {CellResult} from '../model/cell.ts'
import {joinStepId} from '../model/eval-plan.ts'
import type {Subject} from '../model/subject.ts'
import {type Branch, type PlannedCell, sharedPlace} from './plan-cell.ts'
import {runCell} from './run-cell.ts'

/** One cell as a step of the run: begun, its trials tried and kept, and finished as they went. */
export async function recordCell(planned: PlannedCell, branch: Branch, signal: AbortSignal): Promise<CellResult> {
  const {cell} = planned.ready
  const {subject, context} = branch
  const kind = cell.suite.sets ? [cell.stratum] : []
  const step = stepOf(subject, cell.suite.name, [cell.env === '*' ? 'all' : cell.env, ...kind].join(':'))
  if (!signal.aborted && !context.mayGoOn()) {
    await context.steps.skip({...step, required: false}, 'the run had ended')
    return await tryCell(planned, branch, signal)
  }
  await context.steps.start(step)
  const result = await tryCell(planned, branch, signal)
  await context.lines.flush()
  const errors = result.episodes.filter((episode) => episode.error)
  const [first] = errors
  if (signal.aborted) await context.steps.finish(step.stepId, {status: 'cancelled'})
  else if (first?.error) {
    const errorSummary = `${errors.length} of ${result.episodes.length} trials in error: ${first.error.code}`
    await context.steps.finish(step.stepId, {status: 'failed', errorSummary})
  } else await context.steps.finish(step.stepId, {status: 'success'})
  return result
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
