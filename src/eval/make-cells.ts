import type {EvalNotRun} from '#contract/generated/types'
import type {Environment} from '#world/environment'
import {planShape, presetConfig} from '#world/planner/presets'
import type {Cell} from './cell.ts'
import {planningWay} from './evaluate-candidates.ts'
import {makeContractCell} from './make-contract-cell.ts'
import {type EpisodePlan, makeEpisodeCell, mostModelEvals} from './make-episode-cell.ts'
import type {EvalSettings} from './settings.ts'
import type {Subject} from './subject.ts'
import type {Suite} from './suite.ts'
import {SUITES} from './suites.ts'

/** A cell about to run. `plan` is what its floor and ceiling run, where it has them. */
export interface ReadyCell {
  readonly cell: Cell
  readonly plan?: EpisodePlan
}

/** The cells of one suite, and what of it cannot run, by name. */
export interface SuiteCells {
  readonly ready: readonly ReadyCell[]
  readonly notRun: readonly EvalNotRun[]
}

/** Cells of a suite for a provider in the environments it supports. */
export function makeCells(
  suite: Suite,
  subject: Subject,
  environments: readonly Environment[],
  settings: EvalSettings,
): SuiteCells {
  const {only} = settings
  if (only && only.suite !== suite.name) return {ready: [], notRun: []}
  const missing = (env: string | null, reason: string): EvalNotRun => ({
    provider: subject.name,
    suite: suite.name,
    env,
    outcome: 'not-run',
    reason,
  })
  if (suite === SUITES.contract) {
    const count = settings.trialsOf(suite)
    const cell = makeContractCell(subject, {environments, seed: settings.seed, count, only})
    return cell ? {ready: [{cell}], notRun: []} : {ready: [], notRun: [missing(null, 'capability_missing')]}
  }
  const way = planningWay(subject)
  if (!way) return {ready: [], notRun: [missing(null, 'capability_missing')]}
  const plans = environments
    .map((environment) => episodePlan(environment, suite, settings))
    .filter(({trials}) => trials.length > 0)
  const tooDear = plans.filter((plan) => isTooDear(subject, plan))
  return {
    ready: plans
      .filter((plan) => !tooDear.includes(plan))
      .map((plan) => ({cell: makeEpisodeCell(subject, way, plan), plan})),
    notRun: tooDear.map(({environment}) => missing(environment.id, 'model_eval_budget')),
  }
}

function episodePlan(environment: Environment, suite: Suite, settings: EvalSettings): EpisodePlan {
  const {only, seed, planner, maxModelEvals} = settings
  const all = Array.from({length: settings.trialsOf(suite)}, (_, episode) => episode)
  const isWanted = (episode: number) =>
    !only || (only.env === environment.id && only.part === environment.strata[0] && only.episode === episode)
  const config = presetConfig(planner, planShape(environment))
  return {environment, seed, planner, config, maxModelEvals, trials: all.filter(isWanted)}
}

/** Elsewhere a call costs money or time of others: what might exceed the budget is not begun. In this process it fails when it does. */
function isTooDear({inProcess}: Subject, {environment, config, maxModelEvals}: EpisodePlan): boolean {
  return !inProcess && maxModelEvals !== undefined && mostModelEvals(environment, config) > maxModelEvals
}
