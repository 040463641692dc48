import type {Rule} from '#gate/rule'
import type {PolicyChoice} from '#provider/model/request-policy'
import type {ChosenTranslator} from '#provider/translator/chosen-translator'
import type {Environment} from '#world/model/environment'
import type {Size, Suite} from './suite.ts'
import type {TrialKey} from './trial-key.ts'

/** When trials end before all of them ran. */
export interface StoppingSettings {
  /** Trials end once the rules of their place are decided; `maxN` of them at most, absent as many as the size says. */
  readonly untilDecided?: {readonly maxN?: number}
  /** The run ends once a rule that decides has failed for good. */
  readonly failFast?: boolean
}

/** What applies, checked. */
export interface EvalSettings extends StoppingSettings {
  readonly suites: readonly Suite[]
  readonly providers: readonly string[]
  readonly environments: readonly Environment[]
  readonly size: Size | 'custom'
  readonly seed: number
  readonly planner: string
  readonly gate: 'default' | 'file' | 'off'
  readonly thresholds: readonly Rule[]
  readonly maxModelEvals?: number
  readonly maxErrorShare: number
  readonly only?: TrialKey
  readonly timeLimitMs?: number
  /** What a suite may take of a provider that answers one question a call. */
  readonly maxSuiteTimeMs: number
  /** Threads for providers in this process; absent is as many as the machine has cores, up to eight. Changes no result. */
  readonly workers?: number
  /** Trials of a remote provider under way at a time; absent is one. Changes no result. */
  readonly concurrency?: number
  readonly policy: PolicyChoice
  readonly translator?: ChosenTranslator | undefined
  /** The line that asked, as its run records it: commands that try the same providers again take flags from it. */
  readonly commandArgv?: readonly string[]
  /** Fingerprint of the machine, where it is known. */
  readonly machine?: string | undefined
  /** A provider that the caller named must run, and what was named must run with it: environments, and the suites of these names. */
  readonly mustRun: {
    readonly providers: boolean
    readonly suites: readonly string[]
    readonly environments: boolean
  }
  /** Trials of a suite, per provider or per environment of a provider. */
  trialsOf(suite: Suite): number
}
