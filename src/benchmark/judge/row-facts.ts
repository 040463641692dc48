import type {DriftTime} from '../clock/drift.ts'
import type {HarnessCost} from '../clock/measure-harness.ts'
import type {Load} from '../clock/measure-operation.ts'
import type {PaceLog} from '../clock/pace-log.ts'
import type {FailureLog} from '../model/failure-log.ts'
import type {PlannedItem} from '../model/ledger.ts'
import type {SampleStore} from '../model/sample-store.ts'
import type {SessionResult} from '../session/session.ts'

/** What one process measured of an item. `retries` is null if no events were told. */
export interface RepeatFacts {
  readonly repeat: number
  readonly measured: SessionResult
  readonly store: SampleStore
  /** Failed calls of the warm-up; absent if an earlier version did not record them. */
  readonly warmUpFailed?: FailureLog
  readonly retries: number | null
  readonly pace: PaceLog
}

export interface RowReadings {
  readonly item: Pick<PlannedItem, 'provider' | 'operation' | 'isElsewhere'>
  readonly load: Load
  readonly repeats: readonly RepeatFacts[]
  readonly cost: HarnessCost
  /** The time that is examined for drift. By default the service time, in an open loop the response, as budgets judge it. */
  readonly driftOf?: DriftTime
}
