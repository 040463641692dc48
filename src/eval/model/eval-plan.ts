import type {ConfigProfile, EnvPresence, RuleOutcome, RunManifest} from '#contract/generated/types'
import type {Gate} from '#gate/gate-document'
import type {Availability} from '#provider/catalogue/availability'
import type {Baseline} from '#run/baseline'
import type {EvalRequest} from './eval-options.ts'
import type {EvalSettings} from './eval-settings.ts'
import type {EvalSide} from './eval-side.ts'
import {plannedTrials, type Suite} from './suite.ts'

/** Everything decided before the run exists: nothing in it can still be the caller's mistake. */
export interface EvalPlan {
  readonly commandArgv: readonly string[]
  readonly settings: EvalSettings
  /** What the settings were made of. */
  readonly request: EvalRequest
  readonly providers: readonly Availability[]
  readonly providerProfile: Readonly<Record<string, unknown>>
  readonly envSummary: readonly EnvPresence[]
  readonly configProfile?: ConfigProfile
  /** The caller's gate file; it takes the place of the default gates. */
  readonly gate?: Gate | undefined
  /** The run that rules against `baseline` compare with. */
  readonly baseline?: Baseline<EvalSide> | undefined
  /** The run that is computed again. */
  readonly recomputed?: RunManifest['parents'][number]
  /** Outcomes that are known before anything is judged. */
  readonly further?: readonly RuleOutcome[]
  /** See `JudgeOptions`. */
  readonly isNeedUncorrected?: boolean
  /** As versions judged that held errors against planned trials, though the run had ended before most of them. */
  readonly areErrorsOfPlanned?: boolean
}

/** Trials planned for each provider: contract cases once, episodes in every environment. */
export function trialsOfOneProvider(settings: EvalSettings): number {
  const {suites, environments, only} = settings
  if (only) return 1
  return suites.reduce((sum, suite) => {
    return sum + plannedTrials(suite, settings.trialsOf(suite), environments)
  }, 0)
}

/** A trace's name for a step, from the names above it. Steps take fewer characters than providers. */
export function joinStepId(...parts: readonly string[]): string {
  const text = parts.join(':').replaceAll(/[^A-Za-z0-9_.:-]/g, '_')
  return text.slice(0, MOST)
}

const MOST = 128

/** Numbers of the trials to run of one suite, in one environment and of one kind: all, or the one that was asked for, if it is there. */
export function wantedTrials(
  {only, trialsOf}: Pick<EvalSettings, 'only' | 'trialsOf'>,
  suite: Suite,
  {env, part}: {readonly env: string; readonly part: string},
): number[] {
  const all = Array.from({length: trialsOf(suite)}, (_, trial) => trial)
  if (!only) return all
  return all.filter((trial) => only.env === env && only.part === part && only.episode === trial)
}
