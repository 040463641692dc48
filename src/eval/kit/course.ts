import type {EvalNotRun} from '#contract/generated/types'
import type {Clock} from '#random/clock'
import type {Environment} from '#world/model/environment'
import type {Cell} from '../model/cell.ts'
import type {EvalSettings} from '../model/eval-settings.ts'
import type {EvalLibrary, Subject} from '../model/subject.ts'
import type {Suite} from '../model/suite.ts'
import type {FirstAnswer} from './first-answer.ts'
import type {StatePlans} from './make-state-plans.ts'
import type {StatedClaims} from './stated-claims.ts'
import type {TrialReferences} from './trial-order.ts'

/** A cell about to run, and how floor and ceiling of one of its trials are made, where it has them: they depend on no provider. */
export interface ReadyCell {
  readonly cell: Cell
  readonly baselines?: (trial: number, signal: AbortSignal) => Promise<TrialReferences>
  /** Whether nothing may run beside it, for it measures time. */
  readonly isAlone?: boolean
  /** Whether a thread can run its trials from an order alone; a cell with floor and ceiling always can. */
  readonly isShareable?: boolean
  /** Calls that a trial comes to at most, one after the other, where the provider answers one question a call; absent where calls are few. */
  readonly calls?: number | undefined
}

/** What of the settings decides which trials there are and what comes of them. */
export type CellSettings = Pick<EvalSettings, 'seed' | 'planner' | 'trialsOf' | 'maxModelEvals' | 'only' | 'translator'>

/** What the suite that runs other suites needs beside: where, at which size, and which share of errors is too much. */
export type WholeSettings = CellSettings & Pick<EvalSettings, 'environments' | 'size' | 'maxErrorShare'>

/** The cells of one suite, and what of it cannot run, by name. */
export interface SuiteCells {
  readonly ready: readonly ReadyCell[]
  readonly notRun: readonly EvalNotRun[]
}

/** What a provider is taken through: the environments it supports. */
export interface Course {
  readonly suite: Suite
  readonly subject: Subject
  readonly environments: readonly Environment[]
  readonly settings: CellSettings
  /** Settings of the whole run, for the suite that runs other suites. */
  readonly whole?: WholeSettings
  /** What the provider states of its own answers, by environment; a thread has none. */
  readonly stated?: ReadonlyMap<string, StatedClaims>
  /** What the provider answered first of all; a thread begins anew, and has none. */
  readonly first?: FirstAnswer | undefined
  readonly statePlans: StatePlans
  readonly library: EvalLibrary
  /** For suites that measure time. */
  readonly clock?: Pick<Clock, 'monotonicNs'> | undefined
}

/** Makes the cells of a suite. */
export type CellsOf = (course: Course) => SuiteCells

/** A suite that the provider cannot take part in. */
export function lacking(course: Pick<Course, 'suite' | 'subject'>, reason = 'capability_missing'): SuiteCells {
  return {ready: [], notRun: [notRun(course, {env: null, reason})]}
}

export function notRun(
  {suite, subject}: Pick<Course, 'suite' | 'subject'>,
  what: Pick<EvalNotRun, 'env' | 'reason'>,
): EvalNotRun {
  return {provider: subject.name, suite: suite.name, outcome: 'not-run', ...what}
}

/** How the reason begins where a suite would take a provider too long. Nobody chose that, so it leaves every verdict open. */
export const TOO_SLOW = 'too_slow'

/** Elsewhere a call costs money or time of others: a trial that might exceed the budget is not begun. In this process it fails when it does. */
export function isTooDear({inProcess}: Subject, evals: number, {maxModelEvals}: CellSettings): boolean {
  return !inProcess && maxModelEvals !== undefined && evals > maxModelEvals
}
