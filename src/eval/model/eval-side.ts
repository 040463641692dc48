import type {EvalEpisode, EvalRow} from '#contract/generated/types'
import type {Suite} from './suite.ts'

/** One side of a comparison: what was measured, and the trials behind it. */
export interface EvalSide {
  readonly inputDigest: string | null
  readonly gateDigest: string | null
  readonly assayVersion: string
  readonly seed: number
  /** Of the machine, for times: those of two machines say nothing of each other. Absent where nobody said. */
  readonly fingerprint?: string | undefined
  /** Absent are those that have rows. */
  readonly providers?: readonly string[]
  /** Suites of the caller's files, beside the built-in ones. */
  readonly suites?: readonly Suite[]
  readonly rows: readonly EvalRow[]
  readonly episodes: readonly EvalEpisode[]
}
