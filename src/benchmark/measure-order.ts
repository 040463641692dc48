import type {PlannedItem} from './ledger.ts'
import type {RunPlan} from './run-plan.ts'

/** What one process measures: operations of one provider, one after the other. */
export interface Turn {
  readonly provider: string
  readonly repeat: number
  readonly items: readonly PlannedItem[]
}

/** Every second repeat goes the other way round, so that what changes slowly, such as heat, hits all pairs alike (ABBA). */
export function turnsOf({items, settings}: Pick<RunPlan, 'items' | 'settings'>): readonly Turn[] {
  const runnable = items.filter((item) => item.skipReason === undefined)
  const providers = [...new Set(runnable.map((item) => item.provider))]
  const forward = providers.map((provider) => runnable.filter((item) => item.provider === provider))
  const backward = forward.toReversed().map((own) => own.toReversed())
  return Array.from({length: settings.repeats}, (_, at) => at + 1).flatMap((repeat) =>
    (repeat % 2 === 1 ? forward : backward).map((own) => ({provider: own[0]?.provider ?? '', repeat, items: own})),
  )
}
