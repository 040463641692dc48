import type {Rule} from '#gate/rule'
import type {PolicyChoice} from '#provider/model/request-policy'
import type {ChosenTranslator} from '#provider/translator/load-translator'
import type {Environment} from '#world/model/environment'
import type {Size, Suite} from './suite.ts'
import type {TrialKey} from './trial-key.ts'

/** What the caller gave; absent is not given. */
export interface EvalRequest {
  readonly suites?: readonly string[] | undefined
  readonly providers?: readonly string[] | undefined
  readonly envs?: readonly string[] | undefined
  /** Of suites whose kinds of trials are operations: only these. */
  readonly operations?: readonly string[] | undefined
  readonly size?: string | undefined
  readonly n?: number | undefined
  readonly seed?: number | undefined
  readonly planner?: string | undefined
  /** A translator file, or a built-in translator by its name: what makes commands of the raw actions of policies. */
  readonly translator?: string | undefined
  /** A gate file, in place of the default gates. */
  readonly gate?: string | undefined
  /** A run to compare with: id, folder or a file in it. */
  readonly baseline?: string | undefined
  /** A run to compute again instead of measuring: id, folder or a file in it. */
  readonly recompute?: string | undefined
  readonly noGate?: boolean | undefined
  readonly thresholds?: readonly string[] | undefined
  readonly maxModelEvals?: number | undefined
  readonly maxErrorShare?: number | undefined
  readonly allowSkip?: boolean | undefined
  readonly episode?: string | undefined
  readonly timeLimitMs?: number | undefined
  readonly workers?: number | undefined
  readonly concurrency?: number | undefined
  readonly untilDecided?: boolean | undefined
  readonly maxN?: number | undefined
  readonly failFast?: boolean | undefined
  readonly policy?: PolicyChoice | undefined
  /** A configuration profile. */
  readonly profile?: string | undefined
}

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
  /** Threads for providers in this process; absent is as many as the machine has cores, up to eight. Changes no result. */
  readonly workers?: number
  /** Trials of a remote provider under way at a time; absent is one. Changes no result. */
  readonly concurrency?: number
  readonly policy: PolicyChoice
  readonly translator?: ChosenTranslator | undefined
  /** Fingerprint of the machine, where it is known. */
  readonly machine?: string | undefined
  /** A provider that the caller named must run, and what was named must run with it. */
  readonly mustRun: {readonly providers: boolean; readonly suites: boolean; readonly environments: boolean}
  /** Trials of a suite, per provider or per environment of a provider. */
  trialsOf(suite: Suite): number
}
