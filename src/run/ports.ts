import type {Provenance} from '#contract/generated/types'
import type {ActivityLog} from '#event/activity-log'
import type {Files} from '#path/files'
import type {HostClassification} from '#process/host-facts'
import type {ProcessTable} from '#process/process-table'
import type {PlacedAsset} from '#profile/runtime-asset'
import type {Entropy} from '#random/entropy'
import type {Time} from '#random/timers'
import type {Redactor} from '#redact/redactor'
import type {RunObserver} from './run-observer.ts'

/** What it takes to write runs. */
export interface RunPorts {
  readonly files: Files
  readonly clock: Time
  readonly entropy: Entropy
  readonly processes: ProcessTable
  readonly redactor: Redactor
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
