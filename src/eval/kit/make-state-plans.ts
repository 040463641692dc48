import type {Environment} from '#world/model/environment'
import {fillsRows} from '#world/model/rollout'
import {planShape, presetConfig, usualOf} from '#world/planner/presets'
import {wantedTrials} from '../model/eval-plan.ts'
import type {EvalSettings} from '../model/eval-settings.ts'
import type {Suite} from '../model/suite.ts'
import type {StateSetup} from './make-state-cell.ts'
import type {MeasureTrial} from './state-trial.ts'
import type {WorldModel} from './world-model.ts'

/** How a suite over states runs: where it starts, what it needs of a model, how it measures one. */
export interface StateWay {
  /** States of every kind that the environment has, or of the first alone. */
  readonly starts: 'all' | 'first'
  /** Whether the run's planner is what plans. */
  readonly plans: boolean
  /** Whether a model that only scores can take part. */
  readonly takesScores: boolean
  /** Whether a model has what the trials of one kind ask, and the environment what they are about; absent is all kinds. */
  fits?(set: string, model: WorldModel, environment: Environment): boolean
  measure(): MeasureTrial
}

/** Trials of one kind in an environment. */
type TrialKind = Pick<StateSetup, 'set' | 'environment'>

/** Whether a model has what trials of this kind ask of it. */
export function canTake({takesScores, fits}: StateWay, model: WorldModel, plan: TrialKind): boolean {
  return (takesScores || model.forecast !== undefined) && (fits?.(plan.set, model, plan.environment) ?? true)
}

type PlanSettings = Pick<EvalSettings, 'seed' | 'planner' | 'trialsOf' | 'only' | 'translator'>

/** Plans of a suite in an environment, one a kind of trials. */
export type StatePlans = (way: StateWay, suite: Suite, environment: Environment) => readonly StateSetup[]

/** Plans that all providers of a run share, so that the scenes of their trials are prepared once. */
export function makeStatePlans(settings: PlanSettings): StatePlans {
  const made = new Map<string, readonly StateSetup[]>()
  return (way, suite, environment) => {
    const name = `${suite.name}/${environment.key}`
    const plans = made.get(name) ?? plansOf({way, suite, asked: environment}, settings)
    made.set(name, plans)
    return plans
  }
}

/** Kinds of trials none of which is wanted are left out. */
function plansOf(
  {way, suite, asked}: {readonly way: StateWay; readonly suite: Suite; readonly asked: Environment},
  settings: PlanSettings,
): StateSetup[] {
  const {seed, planner} = settings
  const {starts, plans} = way
  // A planner's own plan lengths are no business of trials that do not plan with it, unless a model takes rows that no usual plan fills.
  const isUsual = !plans && fillsRows(usualOf(asked), settings.translator?.rows ?? {})
  const environment = isUsual ? usualOf(asked) : asked
  const alone = starts === 'all' ? 'all' : environment.strata[0]
  const measure = way.measure()
  const config = presetConfig(planner, planShape(environment))
  return (suite.sets ?? [alone])
    .map((set): StateSetup => {
      const trials = wantedTrials(settings, suite, {env: environment.id, part: set})
      return {suite, environment, seed, set, starts, trials, planner: plans ? planner : null, config, measure}
    })
    .filter(({trials}) => trials.length > 0)
}
