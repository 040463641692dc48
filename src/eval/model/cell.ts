import type {EvalBaselines, EvalEpisode, EvalSequence} from '#contract/generated/types'
import type {SuccessMode} from '#world/model/environment'
import type {MeasuredPlace, Suite} from './suite.ts'

/** What one row of results is about, beside its metric. `env` is `*` where a suite mixes environments. */
export interface CellFacts extends MeasuredPlace {
  readonly suite: Suite
  readonly provider: string
  readonly planner: string | null
  readonly successMode: SuccessMode | null
  readonly envStepBudget: number | null
  /** Whether the provider scores plans in a unit of its own and predicts nothing. */
  readonly onlyScores?: boolean
}

/** One leaf of an evaluation: trials of one provider in one suite and environment. Trial `index` is the same for every size. */
export interface Cell extends CellFacts {
  readonly trials: readonly number[]
  run(index: number, signal: AbortSignal): Promise<EvalEpisode>
}

/**
 * That trials were looked at as they came and ended once enough was decided: at most `maxN`, and where a number asked for it not before
 * `fixedN`; null where the data alone chose their number.
 */
export interface Sequence {
  readonly maxN: number
  readonly fixedN: number | null
}

/** The reference episodes of a cell, by who decided. */
export type ReferenceEpisodes = Readonly<Record<keyof EvalBaselines, readonly EvalEpisode[]>>

/** What came of a cell. Episodes are those that ran, in order; `wallMs` is for timing only. */
export interface CellResult {
  readonly facts: CellFacts
  readonly planned: number
  readonly episodes: readonly EvalEpisode[]
  readonly baselines?: ReferenceEpisodes | undefined
  /** Absent where the number of trials was fixed beforehand. */
  readonly sequence?: Sequence | undefined
  /** Trials that were under way when enough was decided: they count nowhere, and how many there are depends on the threads. */
  readonly discarded?: number
  readonly wallMs: number
}

/** A cell's name in traces, rows and rules: provider, suite, environment, stratum. */
export function cellName({provider, suite, env, stratum}: CellFacts): string {
  return [suite.name, env, stratum, provider].join('/')
}

/** A sequence as documents hold it. */
export function sequenceDocument({maxN, fixedN}: Sequence): EvalSequence {
  return {max_n: maxN, fixed_n: fixedN}
}

/** A sequence as it was recorded. */
export function recordedSequence(document: EvalSequence | undefined): Sequence | undefined {
  return document && {maxN: document.max_n, fixedN: document.fixed_n}
}

/** What two sides have in common: a number of trials is fixed where it was on both. */
export function jointSequence(one: Sequence | undefined, other: Sequence | undefined): Sequence | undefined {
  if (!one || !other) return one ?? other
  const fixedN = one.fixedN === null || other.fixedN === null ? null : Math.min(one.fixedN, other.fixedN)
  return {maxN: Math.min(one.maxN, other.maxN), fixedN}
}
