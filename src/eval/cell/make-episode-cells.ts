import type {Environment} from '#world/environment'
import {planShape, presetConfig} from '#world/planner/presets'
import {runBaselines} from '../baseline/run-baselines.ts'
import {planningWay} from '../measure/evaluate-candidates.ts'
import type {Suite} from '../suite.ts'
import {wantedTrials} from '../trial/wanted-trials.ts'
import {type CellSettings, type Course, isTooDear, lacking, notRun, type SuiteCells} from './course.ts'
import {type EpisodePlan, makeEpisodeCell, mostModelEvals} from './make-episode-cell.ts'

/** A cell an environment, for a provider that can be planned with. */
export function makeEpisodeCells(course: Course): SuiteCells {
  const {suite, subject, environments, settings} = course
  const way = planningWay(subject)
  if (!way) return lacking(course)
  const plans = environments
    .map((environment) => episodePlan(environment, suite, settings))
    .filter(({trials}) => trials.length > 0)
  const tooDear = plans.filter((plan) => isTooDear(subject, mostModelEvals(plan.environment, plan.config), settings))
  return {
    ready: plans
      .filter((plan) => !tooDear.includes(plan))
      .map((plan) => ({
        cell: makeEpisodeCell(subject, way, plan),
        baselines: (trial, signal) => runBaselines(plan, trial, signal),
      })),
    notRun: tooDear.map(({environment}) => notRun(course, {env: environment.id, reason: 'model_eval_budget'})),
  }
}

function episodePlan(environment: Environment, suite: Suite, settings: CellSettings): EpisodePlan {
  const {seed, planner, maxModelEvals} = settings
  const trials = wantedTrials(settings, suite, {env: environment.id, part: environment.strata[0]})
  const config = presetConfig(planner, planShape(environment))
  return {suite, environment, seed, planner, config, maxModelEvals, trials}
}
