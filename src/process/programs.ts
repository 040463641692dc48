import type {StartLineChild} from './line-child.ts'

/** The programs of this package as another process starts them: absolute paths. */
export interface Programs {
  /** The command line. */
  readonly assay: readonly [string, ...string[]]
  /** A model server or a host application of a drill, by its first argument. */
  readonly drillChild: readonly [string, ...string[]]
  /** A file that Node imports before the program: it makes packages impossible to resolve. */
  readonly packageBlock: string
  /** Where the drills of this package are. */
  readonly drills: string
  readonly startLines: () => Promise<StartLineChild>
}
