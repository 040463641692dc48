import {isHostLack} from '#provider/catalogue/availability'
import type {Progress} from '#report/progress'
import type {LineLog, RunRecorder} from '#run/run-recorder'
import type {HarnessCost} from '../clock/measure-harness.ts'
import type {RepeatFacts} from '../judge/row-facts.ts'
import type {PlannedItem} from '../model/ledger.ts'
import type {Operation} from '../model/operation.ts'
import type {BenchmarkPlan} from '../plan/run-plan.ts'
import {findBarrier} from '../session/barrier.ts'
import type {OpenSession, Session} from '../session/session.ts'
import {itemLoad} from './load.ts'
import type {Turn} from './measure-order.ts'
import {RepeatRecord} from './record-item.ts'
import {finishStep, startStep} from './record-trace.ts'

export interface TurnContext {
  readonly openSession: OpenSession
  readonly progress: Progress
  readonly trial: RunRecorder
  readonly samples: LineLog
  /** Receives the cost of measuring in a process, before anything is measured in it. */
  readonly opened: (cost: HarnessCost) => void
  readonly begin: (item: PlannedItem) => void
  readonly take: (item: PlannedItem, facts: RepeatFacts) => void
}

const ARTIFACTS = 'artifacts'
const MEDIA: ReadonlySet<Operation> = new Set(['generate', 'transfer'])

/** Runs one process from its start to its end. An abort ends the current operation with what is finished and skips the rest. */
export async function measureTurn(
  turn: Turn,
  plan: BenchmarkPlan,
  context: TurnContext,
  signal: AbortSignal,
): Promise<void> {
  const {provider, repeat, items} = turn
  const artifacts = items.some(({operation}) => MEDIA.has(operation)) ? await context.trial.place(ARTIFACTS) : undefined
  const session = await context.openSession({provider, repeat, artifacts}, signal)
  context.opened(session.cost)
  try {
    for (const item of turn.items) {
      if (signal.aborted) break
      await measureItem({item, repeat: turn.repeat, session}, plan, context, signal)
    }
  } finally {
    for (const event of await session.close()) void context.trial.eventHandler(event)
  }
}

async function measureItem(
  {item, repeat, session}: {readonly item: PlannedItem; readonly repeat: number; readonly session: Session},
  plan: BenchmarkPlan,
  context: TurnContext,
  signal: AbortSignal,
): Promise<void> {
  const {trial, samples, progress} = context
  const {settings} = plan
  const load = itemLoad(item, settings)
  const record = new RepeatRecord({item, repeat}, load, {samples, eventHandler: trial.eventHandler})
  const onTurn = (seq: number) => tellProgress(progress, plan, {item, repeat, seq})
  onTurn(0)
  const unready = await session.prepare(targetOf(item), signal).then(
    () => undefined,
    (error: unknown) => ({error}),
  )
  // Nothing has begun: the item is left out as if the lack had been known before.
  if (unready && isHostLack(unready.error)) throw unready.error
  const stepId = await startStep({item, repeat}, plan, trial)
  context.begin(item)
  const sink = {onTurn, onBlock: record.add.bind(record)}
  const measuring = unready ? Promise.reject(unready.error) : session.measure(targetOf(item), load, sink, signal)
  const measured = await measuring.catch(async (error: unknown) => {
    const barrier = findBarrier(item.provider, error)?.rule.reason
    if (barrier !== undefined) await trial.steps.finish(stepId, {status: 'failed', errorSummary: barrier})
    throw error
  })
  const facts = record.end(measured)
  context.take(item, facts)
  await finishStep(stepId, {item, facts}, plan, {trial, signal})
}

const targetOf = ({provider, operation, how}: PlannedItem) => ({provider, operation, how})

/** Reports progress in calls, at most as many as are planned for an item. With a duration only items can be counted. */
function tellProgress(
  progress: Progress,
  {settings, items}: BenchmarkPlan,
  {item, repeat, seq}: {readonly item: PlannedItem; readonly repeat: number; readonly seq: number},
): void {
  const each = settings.durationNs === undefined ? settings.iterations : 1
  const at = items.indexOf(item)
  const before = (repeat - 1) * items.length + (repeat % 2 === 1 ? at : items.length - 1 - at)
  const done = before * each + (settings.durationNs === undefined ? Math.min(seq, each) : 0)
  progress.update(done, settings.repeats * items.length * each, `${item.provider} ${item.operation}`)
}
