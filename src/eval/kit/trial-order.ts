import type {EvalBaselines, EvalEpisode, ProviderEvent} from '#contract/generated/types'
import type {PolicyChoice} from '#provider/model/request-policy'
import type {ChosenTranslator} from '#provider/translator/chosen-translator'
import type {Size} from '../model/suite.ts'

/** One trial for a thread: all that decides what comes of it, in plain values. */
export interface TrialOrder {
  readonly provider: string
  readonly suite: {readonly name: string; readonly kind: string; readonly sets?: readonly [string, ...string[]]}
  readonly env: string
  readonly stratum: string
  /** Number of the trial, and how many its cell has. */
  readonly index: number
  readonly trials: number
  /** Whether floor and ceiling are wanted beside it: they meet the same scene, which is then prepared once. */
  readonly withBaselines: boolean
  readonly seed: number
  readonly planner: string
  readonly maxModelEvals?: number | undefined
  readonly policy: PolicyChoice
  /** Only for the suite that runs other suites: where, at which size, and which share of errors is too much. */
  readonly whole?: {readonly envs: readonly string[]; readonly size: Size | 'custom'; readonly maxErrorShare: number}
  readonly translator?: ChosenTranslator | undefined
}

/** Floor and ceiling of one trial. */
export type TrialReferences = Readonly<Record<keyof EvalBaselines, EvalEpisode>>

/** What came of it, and what the provider told meanwhile; or that it could not be tried at all, which is our mistake. */
export type TrialReply =
  | {
      readonly kind: 'tried'
      readonly episode: EvalEpisode
      readonly baselines?: TrialReferences
      readonly events: readonly Readonly<ProviderEvent>[]
    }
  | {readonly kind: 'impossible'; readonly message: string}
