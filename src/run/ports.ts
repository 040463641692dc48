import type {Provenance} from '#contract/generated/types'
import type {ActivityLog} from '#event/activity-log'
import type {BasicPorts} from '#port/basic-ports'
import type {HostClassification} from '#process/host-facts'
import type {ProcessTable} from '#process/process-table'
import type {PlacedAsset} from '#profile/runtime-asset'
import type {RunObserver} from './run-observer.ts'

/** What it takes to write runs. */
export interface RunPorts extends BasicPorts {
  readonly processes: ProcessTable
  /** Read at the first call; see `classifyHost`. */
  readonly host: () => HostClassification
  readonly versions: {readonly assay: string; readonly node: string}
  /** What the owner of the machine brings, where a manifest names it. */
  readonly assets?: readonly PlacedAsset[] | undefined
  /** Where the runs come from; asked once a run. */
  readonly provenance?: (() => Promise<Provenance>) | undefined
  /** Who listens while runs go on. */
  readonly log?: ActivityLog | undefined
  readonly observers?: readonly RunObserver[] | undefined
}
