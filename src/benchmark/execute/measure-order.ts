import type {PlannedItem} from '../model/ledger.ts'
import {BARE, RECORDED} from '../model/recordings.ts'
import type {BenchmarkPlan} from '../plan/run-plan.ts'

/** What one process measures: the operations of one provider, one after the other. */
export interface Turn {
  readonly provider: string
  readonly repeat: number
  readonly items: readonly PlannedItem[]
}

/** The turns of all repeats in order. Every second repeat runs in reverse order, so that slow changes such as heat affect all pairs alike (ABBA). */
export function orderTurns({items, settings}: Pick<BenchmarkPlan, 'items' | 'settings'>): readonly Turn[] {
  const runnable = items.filter((item) => item.skipReason === undefined)
  const processes = [...new Set(runnable.map(processOf))]
  const forward = processes.map((process) => sideBySide(runnable.filter((item) => processOf(item) === process)))
  const backward = forward.toReversed().map((own) => own.toReversed())
  return Array.from({length: settings.repeats}, (_, at) => at + 1).flatMap((repeat) =>
    (repeat % 2 === 1 ? forward : backward).map((own) => ({provider: own[0]?.provider ?? '', repeat, items: own})),
  )
}

/** The process that measures a provider: both sides of a ratio to bare parsing share one process. */
function processOf({provider}: PlannedItem): string {
  return provider === BARE ? RECORDED : provider
}

/** Puts each operation of one side beside that of the other, so that both are measured at the same moment. */
function sideBySide(items: readonly PlannedItem[]): readonly PlannedItem[] {
  const operations = [...new Set(items.map((item) => item.operation))]
  return operations.flatMap((operation) => items.filter((item) => item.operation === operation))
}
