import type {RunForBytes} from './byte-child.ts'
import type {StartDaemon} from './daemon.ts'
import type {StartLineChild} from './line-child.ts'

/** The programs of this package as another process starts them: absolute paths. */
export interface Programs {
  /** The command line. */
  readonly assay: readonly [string, ...string[]]
  /** The hosting node. */
  readonly hostnode: readonly [string, ...string[]]
  /** What runs a file of JavaScript. */
  readonly node: string
  /** A model server or a host application of a drill, by its first argument. */
  readonly drillChild: readonly [string, ...string[]]
  /** A file that Node imports before the program: it makes packages impossible to resolve. */
  readonly packageBlock: string
  /** Where the drills of this package are. */
  readonly drills: string
  /** Programs of every release of the hosting node, and `releases.json`. */
  readonly releases: string
  /** The alert rules of this package. */
  readonly alerts: string
  /** The job of `assay quickstart`. */
  readonly quickstart: string
  readonly startLines: () => Promise<StartLineChild>
  /** Runs programs of others that answer in bytes. */
  readonly runForBytes: () => Promise<RunForBytes>
  readonly startDaemon: () => Promise<StartDaemon>
}
