import type {Files} from '#path/files'
import type {HostClassification} from '#process/host-facts'
import type {ProcessTable} from '#process/process-table'
import type {Clock} from '#random/clock'
import type {Entropy} from '#random/entropy'
import type {Redactor} from '#redact/redactor'

/** What it takes to write runs. */
export interface RunPorts {
  readonly files: Files
  readonly clock: Clock
  readonly entropy: Entropy
  readonly processes: ProcessTable
  readonly redactor: Redactor
  /** Read once; see `classifyHost`. */
  readonly host: HostClassification
  readonly versions: {readonly assay: string; readonly node: string}
}
