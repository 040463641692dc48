import type {BasicPorts} from '#port/basic-ports'
import type {Time} from '#random/timers'
import type {DiskFacts} from '../git/disk-facts.ts'
import type {GitRunner} from '../git/git-runner.ts'
import type {Gzip} from '../model/gzip-port.ts'
import type {NodeStore, StoreWatch} from '../store/node-store.ts'

/** What work on a data directory takes, whether a node serves it or not. */
export interface DataPorts extends Pick<BasicPorts, 'files' | 'entropy' | 'redactor'> {
  readonly time: Time
  readonly git: (home: string) => GitRunner
  /** Throws `node_store`. */
  readonly openStore: (path: string, watch: StoreWatch) => NodeStore
  /** Undefined where another process has it. Throws `node_store`. */
  readonly takeLock: (path: string) => Disposable | undefined
  /** Copies a database as it is at one moment. */
  readonly snapshot: (path: string, target: string) => Promise<void>
  readonly gzip: Gzip
  readonly disk: (folder: string) => DiskFacts
}
