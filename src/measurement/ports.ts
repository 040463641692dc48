import type {OpenKeyring} from '#keyring/keyring'
import type {ServeHttp} from '#net/http-server'
import type {DiskSpace} from '#path/disk-space'
import type {Globs} from '#path/glob'
import type {Children} from '#process/children'
import type {Neighbours} from '#process/neighbours'
import type {Programs} from '#process/programs'
import type {StartTalk} from '#process/talk'
import type {Threads} from '#process/threads'
import type {AssayOptions} from '#provider/assay-options'
import type {PartingWords} from '#report/parting-words'
import type {Progress} from '#report/progress'
import type {RunPorts} from '#run/ports'

/** What a use case may ask for: what it takes to measure in runs, whatever the kind, and what else the machine offers. What is dear to build or read is behind a function. */
export interface MeasurementPorts extends RunPorts {
  /** Variables that configure providers. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Absolute; where processes that measure are started. */
  readonly cwd: string
  /** Providers that the host named. */
  readonly extras?: AssayOptions['extras']
  readonly progress: Progress
  readonly partingWords: PartingWords
  readonly threads: Threads
  readonly children: Children
  /** Where tokens of accounts are. */
  readonly keyring: OpenKeyring
  readonly startTalk: StartTalk
  /** The folder of recorded replies, absolute. */
  readonly recordings: string
  /** The package's own programs, for who starts them as others do. */
  readonly programs: Programs
  readonly neighbours: Neighbours
  readonly space: DiskSpace
  readonly globs: Globs
  readonly serveHttp: ServeHttp
}
