import type {HarnessCost} from '../measure/measure-harness.ts'
import type {Load} from '../measure/measure-operation.ts'
import type {PaceLog} from '../measure/pace-log.ts'
import type {SampleStore} from '../measure/sample-store.ts'
import type {SessionResult} from '../session/session.ts'
import type {PlannedItem} from './ledger.ts'

/** What one process measured of an item. Retries null: without events. */
export interface RepeatFacts {
  readonly repeat: number
  readonly measured: SessionResult
  readonly store: SampleStore
  readonly retries: number | null
  readonly pace: PaceLog
}

export interface RowFacts {
  readonly item: Pick<PlannedItem, 'provider' | 'operation'>
  readonly load: Load
  readonly repeats: readonly RepeatFacts[]
  readonly cost: HarnessCost
}
