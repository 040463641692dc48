import {cutText} from '#error/cut-text'
import type {RunRecorder, StepEnd} from '#run/run-recorder'
import {executionOf} from '../judge/execution.ts'
import type {RepeatFacts} from '../judge/row-facts.ts'
import type {PlannedItem} from '../model/ledger.ts'
import {type BenchmarkPlan, OPERATIONS_INPUT} from '../plan/run-plan.ts'

const ROOT = 'benchmark'

/** Opens a step for the benchmark, one for each provider, and with several repeats one for each item. */
export async function openGroups({items, settings}: BenchmarkPlan, trial: RunRecorder): Promise<void> {
  await trial.steps.group({stepId: ROOT, operation: 'benchmark'})
  for (const provider of new Set(items.map((item) => item.provider))) {
    await trial.steps.group({stepId: idOf(ROOT, provider), parentId: ROOT, operation: 'provider', provider})
  }
  if (settings.repeats === 1) return
  for (const item of items) if (item.skipReason === undefined) await trial.steps.group(stepOf(item))
}

/** Starts the step of one repeat of an item, and returns its id. */
export async function startStep(
  {item, repeat}: {readonly item: PlannedItem; readonly repeat: number},
  {settings}: BenchmarkPlan,
  {steps}: RunRecorder,
): Promise<string> {
  const whole = stepOf(item)
  const own = {...whole, stepId: idOf(whole.stepId, `r${repeat}`)}
  const step = settings.repeats > 1 ? {...own, parentId: whole.stepId} : repeat > 1 ? own : whole
  await steps.start({...step, inputs: [OPERATIONS_INPUT]})
  return step.stepId
}

export async function finishStep(
  stepId: string,
  {item, facts}: {readonly item: PlannedItem; readonly facts: RepeatFacts},
  plan: BenchmarkPlan,
  {trial, signal}: {readonly trial: RunRecorder; readonly signal: AbortSignal},
): Promise<void> {
  await trial.steps.finish(stepId, endOf(item, facts, plan, signal))
}

/** Records an item that is not measured: skipped for a reason known before, or not reached. */
export async function passOver(
  item: PlannedItem,
  plan: BenchmarkPlan,
  trial: RunRecorder,
  {signal, barrier = 'its process was lost'}: {readonly signal: AbortSignal; readonly barrier?: string | undefined},
): Promise<'skipped' | 'not-run'> {
  const isSkip = item.skipReason !== undefined
  const step = {...stepOf(item), required: isSkip ? plan.settings.mustRun && !item.isOptional : true}
  // With several repeats the item already is a group, unless it was known from the start that it would be left out.
  const isGroup = plan.settings.repeats > 1 && plan.items.find((one) => isSame(one, item))?.skipReason === undefined
  if (isSkip || plan.settings.repeats === 1) {
    await trial.steps.skip(
      isGroup ? {...step, stepId: idOf(step.stepId, 'r1'), parentId: step.stepId} : step,
      isSkip ? (item.skipReason ?? '') : signal.aborted ? `stopped by ${String(signal.reason)}` : cutText(barrier, 200),
    )
  }
  return isSkip ? 'skipped' : 'not-run'
}

const isSame = (one: PlannedItem, other: PlannedItem) =>
  one.provider === other.provider && one.operation === other.operation

function stepOf({provider, operation}: PlannedItem) {
  return {
    stepId: idOf(ROOT, provider, operation),
    parentId: idOf(ROOT, provider),
    operation,
    provider,
    ...(operation !== 'health' && {capability: operation}),
  }
}

function endOf(
  {provider, operation}: PlannedItem,
  facts: RepeatFacts,
  plan: BenchmarkPlan,
  signal: AbortSignal,
): StepEnd {
  if (signal.aborted) return {status: 'cancelled'}
  const {store} = facts
  const row = {provider, operation, iterations: store.count, error_count: store.failed.count}
  const {state, reason} = executionOf([{row, unreachable: store.unreachable, refused: store.refused}], plan.budgets)
  return state === 'pass' ? {status: 'success'} : {status: 'failed', errorSummary: reason ?? state}
}

/** A step id made of the parts: step ids allow fewer characters than names of providers, such as `zoo.noise-5%`. */
function idOf(...parts: readonly string[]): string {
  return parts.join('.').replaceAll(/[^A-Za-z0-9_.:-]/g, '_')
}
