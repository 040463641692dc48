import type {EvalCase, EvalEpisode, Interval, ProviderCapability} from '#contract/generated/types'
import type {MetricRange, Requirement} from '#gate/rule'
import type {StatisticOfMeans, StatisticOfWeights} from '#stats/bootstrap'
import {ENVIRONMENTS, WORLDS} from '#world/environments'
import type {Environment, Shift} from '#world/model/environment'
import type {Level} from './claims.ts'

export const SIZES = ['smoke', 'quick', 'standard', 'full'] as const
export type Size = (typeof SIZES)[number]
export type Trials = Readonly<Record<Size, number>>

/** Trials of each size: episodes, states and cases. */
export const EPISODE_TRIALS: Trials = {smoke: 8, quick: 20, standard: 100, full: 400}
export const STATE_TRIALS: Trials = {smoke: 32, quick: 80, standard: 400, full: 1600}
export const CASE_TRIALS: Trials = {smoke: 250, quick: 250, standard: 400, full: 1600}

/** A number made of episodes. `n` counts what went into it; `reason` says why there is none, or what is odd about it. */
export interface Estimate {
  readonly estimate: number | null
  readonly ci: Interval | null
  readonly n: number
  readonly mde: number | null
  readonly reason?: string
}

/** What a metric may know beside the episodes: where they come from, for the label of its resamples. */
export interface MeasuredPlace {
  readonly env: string
  readonly stratum: string
  readonly seed: number
  /** Efforts that the environment can measure, see `Environment.reference`. */
  readonly referenceUnit?: 'length' | 'steps' | undefined
  /** What rules hold its interval against: the nearer it ends to one of them, the more it is resampled. */
  readonly limits?: readonly number[] | undefined
  /** Nobody looks at its interval: it is not worked out. */
  readonly isPointEnough?: boolean
}

/** Yes or no of each trial that `has` an answer. */
export interface ShareReading {
  readonly kind: 'share'
  readonly has: (episode: EvalEpisode) => boolean
  readonly counts: (episode: EvalEpisode) => boolean
}

/** How a number is read from single trials, so that the trials of two sides can be compared pair by pair. */
export type TrialReading =
  | ShareReading
  | {readonly kind: 'count'; readonly amount: (episode: EvalEpisode) => number}
  | {
      readonly kind: 'means'
      /** As many values for one episode as for another, or none. */
      readonly columns: (episode: EvalEpisode) => readonly number[] | null
      readonly statistic: StatisticOfMeans
      /** The one column is the number itself, so that its mean can be judged trial by trial. */
      readonly isMean?: boolean
    }
  | {
      readonly kind: 'weights'
      readonly has: (episode: EvalEpisode) => boolean
      readonly statisticOf: (episodes: readonly EvalEpisode[]) => StatisticOfWeights
    }

/** The value over the episodes of one cell, or `undefined` where the metric has no meaning there. Without `reads` sides cannot be paired. */
export interface Measure {
  (episodes: readonly EvalEpisode[], place: MeasuredPlace): Estimate | undefined
  readonly reads?: TrialReading
}

/** A number of a suite's rows. `gates` are the requirements of the default gate; without one the number is only reported. */
export interface Metric extends MetricRange {
  readonly gates: readonly Requirement[]
  /** The only sets of its suite, and the only environments, in which it has rows; absent is all. */
  readonly sets?: readonly string[]
  readonly environments?: readonly string[]
  readonly measure: Measure
}

/** What a suite asks, what decides, and what may be claimed afterwards. A change of any of it is a new version. */
export interface Suite {
  readonly name: string
  /** Its name in the catalogue: how trials are made. A suite of the caller's has that of the one it is built on. */
  readonly kind: string
  readonly version: number
  readonly level: Level
  readonly question: string
  readonly groundTruth: string
  readonly claim: string
  /** Operations of a provider that it calls; any of them is enough for it to say something. */
  readonly asks: readonly [ProviderCapability, ...ProviderCapability[]]
  /** What a trial that is no case should have come to, as told beside one that failed. */
  readonly expected?: string
  /** Trials of each size: of a provider where `cells` says so, else of each set in each environment. */
  readonly trials: Trials
  readonly cells: 'provider' | 'environment'
  /** The built-in provider that passes it and runs where none is named; absent is analytic. */
  readonly control?: string
  /** Kinds of trials that have rows of their own, in every environment where it has any. */
  readonly sets?: readonly [string, ...string[]]
  /** Whether those are operations, so that a provider may have one and lack another. */
  readonly setsAreOperations?: boolean
  readonly metrics: readonly Metric[]
  /** Whether its trials bring scenes of their own and belong to no environment. */
  readonly isPlaceless?: boolean
  /** The worlds of those kinds, where they are not in every environment: a kind without one there has no trials. */
  readonly shifts?: readonly Omit<Shift, 'world'>[]
  /** The only environments it runs in; absent is every one that has a task, and those of `also`. */
  readonly environments?: readonly string[]
  /** Environments without a task that mean something to it. */
  readonly also?: readonly string[]
  /** What an environment must have to take part, and the reason told where it lacks that. */
  readonly needs?: {readonly reason: string; isIn(environment: Environment): boolean}
  /** How many trials there are, where they are a list that no size changes. */
  readonly fixedTrials?: number
  /** The caller's cases, for `fixtures`. */
  readonly cases?: readonly EvalCase[]
  /** The caller's file it comes from, as commands name it. */
  readonly file?: string
}

/** Trials there are in these environments, whatever the size. */
export type TrialCount = (environments: readonly Environment[]) => number

/** The metrics that mean something in a cell: in one environment and set of trials. */
export function metricsFor({suite, env, stratum}: MeasuredCell): readonly Metric[] {
  return suite.metrics.filter(
    ({sets, environments}) => (sets?.includes(stratum) ?? true) && (environments?.includes(env) ?? true),
  )
}

interface MeasuredCell {
  readonly suite: Suite
  readonly env: string
  readonly stratum: string
}

/** What stands where other suites name an environment: these trials bring their own scenes. */
export const NOWHERE = 'none'

/** Operations whose questions a translator of the caller's may make. */
export const SHOWN_OPERATIONS: readonly ProviderCapability[] = ['policy', 'score', 'embed']

/** No limit on a metric's range. */
export const NO_LIMIT = Number.POSITIVE_INFINITY

/** Trials planned for one provider when all these environments take part. */
export function plannedTrials(suite: Suite, trials: number, environments: readonly {readonly id: string}[]): number {
  if (suite.cells === 'provider') return trials * (suite.sets?.length ?? 1)
  const sets = environmentsFor(suite, environments).map(({id}) => setsIn(suite, id)?.length ?? 1)
  return trials * sets.reduce((sum, count) => sum + count, 0)
}

/** Kinds of trials with rows of their own in an environment; undefined where there is one kind. */
export function setsIn({sets, shifts}: Pick<Suite, 'sets' | 'shifts'>, env: string): readonly string[] | undefined {
  if (!shifts) return sets
  return shifts.filter(({environment}) => environment.startsWith(`${env}@`)).map(({factor}) => factor)
}

/** Those of the environments that a suite runs in. */
export function environmentsFor<T extends {readonly id: string}>(suite: Suite, all: readonly T[]): readonly T[] {
  return chosenFor(suite, all).filter(({id}) => !isLacking(suite, id))
}

/** Those that a suite is meant for, and that lack what it needs. */
export function lackingFor<T extends {readonly id: string}>(suite: Suite, all: readonly T[]): readonly T[] {
  return chosenFor(suite, all).filter(({id}) => isLacking(suite, id))
}

function chosenFor<T extends {readonly id: string}>({environments, also}: Suite, all: readonly T[]): readonly T[] {
  return all.filter(({id}) => environments?.includes(id) ?? (ENVIRONMENTS.has(id) || also?.includes(id)))
}

function isLacking({needs}: Suite, id: string): boolean {
  const environment = WORLDS.get(id)
  return needs !== undefined && environment !== undefined && !needs.isIn(environment)
}
