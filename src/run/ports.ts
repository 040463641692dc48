import type {Provenance} from '#contract/generated/types'
import type {ActivityLog} from '#event/activity-log'
import type {BasicPorts} from '#port/basic-ports'
import type {HostClassification} from '#process/host-facts'
import type {ProcessTable} from '#process/process-table'
import type {PlacedAsset} from '#profile/runtime-asset'
import type {RunObserver} from './run-observer.ts'

/** The ports that are needed to write runs. */
export interface RunPorts extends BasicPorts {
  readonly processes: ProcessTable
  /** Read at the first call; see `classifyHost`. */
  readonly host: () => HostClassification
  readonly versions: {readonly assay: string; readonly node: string}
  /** Runtime assets that the owner of the machine provides, if a manifest names them. */
  readonly assets?: readonly PlacedAsset[] | undefined
  /** Determines the provenance of a run; called once per run. */
  readonly provenance?: (() => Promise<Provenance>) | undefined
  /** Listeners while runs are in progress. */
  readonly log?: ActivityLog | undefined
  readonly observers?: readonly RunObserver[] | undefined
}
