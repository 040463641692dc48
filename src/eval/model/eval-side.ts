import type {EvalEpisode, EvalRow} from '#contract/generated/types'
import type {Suite} from './suite.ts'

/** One side of a comparison: what was measured, and the trials behind it. */
export interface EvalSide {
  readonly inputDigest: string | null
  readonly gateDigest: string | null
  readonly assayVersion: string
  readonly seed: number
  /** Fingerprint of the machine: times of two machines cannot be compared. Absent if unknown. */
  readonly fingerprint?: string | undefined
  /** Absent are those that have rows. */
  readonly providers?: readonly string[]
  /** Suites of the caller's files, beside the built-in ones. */
  readonly suites?: readonly Suite[]
  readonly rows: readonly EvalRow[]
  readonly episodes: readonly EvalEpisode[]
}
