import type {EventHandler} from '#event/event-handler'
import type {Clock} from '#random/clock'
import type {Progress} from '#report/progress'
import type {StepEnd, Trial} from '#run/trial'
import type {Work} from './benchmark-outcome.ts'
import {EventQueue} from './event-queue.ts'
import {type Executed, executionOf} from './execution.ts'
import type {ItemEnd, PlannedItem} from './ledger.ts'
import type {MeasuredLibrary} from './library.ts'
import {measureHarness} from './measure-harness.ts'
import {type ItemPorts, measureItem} from './measure-item.ts'
import {OPERATIONS_INPUT, type RunPlan, SAMPLES} from './run-plan.ts'
import {stopwatch} from './stopwatch.ts'

export interface MeasurePlanPorts {
  readonly clock: Pick<Clock, 'monotonicNs'>
  /** A library whose events all go to `handler`. */
  readonly openLibrary: (handler: EventHandler) => MeasuredLibrary
  readonly progress: Progress
}

const ROOT = 'benchmark'

/** The items in order, each a step of the trace. An abort leaves the rest as not run; what was measured is kept. */
export async function measurePlan(
  plan: RunPlan,
  trial: Trial,
  ports: MeasurePlanPorts,
  signal: AbortSignal,
): Promise<Work> {
  const queue = new EventQueue()
  const library = ports.openLibrary(queue.handler)
  const watch = stopwatch(ports.clock)
  const samples = await trial.lines(SAMPLES, 'samples', 'result')
  const ends: ItemEnd[] = []
  const executed: Executed[] = []
  try {
    const cost = await measureHarness(watch, signal)
    await openGroups(plan, trial)
    for (const [index, item] of plan.items.entries()) {
      const tell = (seq: number) => tellProgress(ports.progress, plan, {item, index, seq})
      tell(0)
      if (signal.aborted || item.skipReason !== undefined) {
        ends.push({...item, outcome: await passOver(item, plan, trial, signal)})
        continue
      }
      const prepared = {item, call: await library.prepare(item.provider, item.operation)}
      executed.push(await runStep(prepared, plan, {trial, samples, queue, watch, cost, onTurn: tell}, signal))
      ends.push({...item, outcome: 'run'})
    }
    return {ends, executed, cost}
  } finally {
    await library.close()
    queue.drainTo(trial.eventHandler)
    await samples.flush()
  }
}

async function openGroups(plan: RunPlan, trial: Trial): Promise<void> {
  await trial.steps.group({stepId: ROOT, operation: 'benchmark'})
  for (const provider of new Set(plan.items.map((item) => item.provider))) {
    await trial.steps.group({stepId: idOf(ROOT, provider), parentId: ROOT, operation: 'provider', provider})
  }
}

/** An item that is not measured: skipped for a reason known before, or not reached. */
async function passOver(
  item: PlannedItem,
  plan: RunPlan,
  trial: Trial,
  signal: AbortSignal,
): Promise<'skipped' | 'not-run'> {
  const isSkip = item.skipReason !== undefined
  const step = {...stepOf(item), required: isSkip ? plan.settings.mustRun : true}
  await trial.steps.skip(step, isSkip ? (item.skipReason ?? '') : `stopped by ${String(signal.reason)}`)
  return isSkip ? 'skipped' : 'not-run'
}

async function runStep(
  prepared: Parameters<typeof measureItem>[0],
  plan: RunPlan,
  ports: ItemPorts & {readonly trial: Trial},
  signal: AbortSignal,
): Promise<Executed> {
  const {steps} = ports.trial
  const step = stepOf(prepared.item)
  await steps.start({...step, inputs: [OPERATIONS_INPUT]})
  const measured = await measureItem(prepared, plan.settings, ports, signal)
  await steps.finish(step.stepId, endOf(measured, plan, signal))
  return measured
}

function stepOf({provider, operation}: PlannedItem) {
  return {
    stepId: idOf(ROOT, provider, operation),
    parentId: idOf(ROOT, provider),
    operation,
    provider,
    ...(operation !== 'health' && {capability: operation}),
  }
}

function endOf(measured: Executed, plan: RunPlan, signal: AbortSignal): StepEnd {
  if (signal.aborted) return {status: 'cancelled'}
  const {state, reason} = executionOf([measured], plan.budgets)
  return state === 'pass' ? {status: 'success'} : {status: 'failed', errorSummary: reason ?? state}
}

/** Steps take fewer characters than providers, such as `zoo.noise-5%`. */
function idOf(...parts: readonly string[]): string {
  return parts.join('.').replaceAll(/[^A-Za-z0-9_.:-]/g, '_')
}

/** Progress in calls; warm-up calls are not counted beyond what is planned. With a duration only the items can be counted. */
function tellProgress(
  progress: Progress,
  {settings, items}: RunPlan,
  at: {readonly item: PlannedItem; readonly index: number; readonly seq: number},
): void {
  const each = settings.durationNs === undefined ? settings.iterations : 1
  const done = at.index * each + (settings.durationNs === undefined ? Math.min(at.seq, each) : 0)
  progress.update(done, items.length * each, `${at.item.provider} ${at.item.operation}`)
}
