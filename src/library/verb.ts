import type {AnyOptions} from './option-table.ts'

/** A function of the library: how messages call it, what it takes, and whether its report has cases, as JUnit and HTML need. */
export interface Verb {
  readonly name: string
  /** The words of the command that does it; its flags are options of the functions that name it, which a test holds. */
  readonly command: string
  readonly options: AnyOptions
  readonly hasCases: boolean
  /** Whether its work leaves a run, or starts programs, where the workspace is. */
  readonly worksThere?: boolean
  /** Whether an abort ends it in a result: a run that is interrupted, or what came until then. Others reject. */
  readonly tellsAbort?: boolean
}
