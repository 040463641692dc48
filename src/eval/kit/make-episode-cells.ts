import type {EvalNotRun} from '#contract/generated/types'
import type {Environment, Shift} from '#world/model/environment'
import {planShape, presetConfig} from '#world/planner/presets'
import {wantedTrials} from '../model/eval-plan.ts'
import type {Suite} from '../model/suite.ts'
import {type CellSettings, type Course, isTooDear, lacking, notRun, type SuiteCells} from './course.ts'
import {planningWay} from './evaluate-candidates.ts'
import {type EpisodeSetup, episodeSet, makeEpisodeCell, mostModelEvals, mostPredictions} from './make-episode-cell.ts'
import {runReferences} from './run-references.ts'

/** A cell an environment, for a provider that can be planned with. */
export function makeEpisodeCells(course: Course): SuiteCells {
  const {suite, subject, environments, settings} = course
  const way = planningWay(subject)
  if (!way) return lacking(course)
  const plans = environments
    .flatMap((environment) =>
      shiftsIn(suite, environment).map((shift) => episodePlan({environment, shift}, suite, settings)),
    )
    .filter(({trials}) => trials.length > 0)
  const tooDear = plans.filter((plan) => isTooDear(subject, mostModelEvals(plan.environment, plan.config), settings))
  return {
    ready: plans
      .filter((plan) => !tooDear.includes(plan))
      .map((plan) => ({
        cell: makeEpisodeCell(subject, way, plan),
        baselines: (trial, signal) => runReferences(plan, trial, signal),
        calls: way === 'predict' ? mostPredictions(plan) : undefined,
      })),
    notRun: [
      ...[...new Set(tooDear.map(({environment}) => environment.id))].map((env) =>
        notRun(course, {env, reason: 'model_eval_budget'}),
      ),
      ...(suite.kind === 'robustness' && !settings.only ? [recolouring(course)] : []),
    ],
  }
}

/** Another colour is a shift for who looks at pictures alone. Nobody is shown any here yet, so who needs them goes without that trial. */
function recolouring(course: Course): EvalNotRun {
  const {observation} = course.subject.descriptor
  if (observation === 'pixels') return notRun(course, {env: null, reason: 'pixels_unsupported (recolour)'})
  return {...notRun(course, {env: null, reason: 'observes_no_pixels (recolour)'}), outcome: 'not-applicable'}
}

/** The worlds of a suite in an environment; the one that its rules say is no shift. */
function shiftsIn({kind}: Suite, environment: Environment): readonly (Shift | undefined)[] {
  return kind === 'robustness' ? (environment.shifts ?? []) : [undefined]
}

function episodePlan(
  place: Pick<EpisodeSetup, 'environment' | 'shift'>,
  suite: Suite,
  settings: CellSettings,
): EpisodeSetup {
  const {environment} = place
  const {seed, planner, maxModelEvals} = settings
  const trials = wantedTrials(settings, suite, {env: environment.id, part: episodeSet(place)})
  const config = presetConfig(planner, planShape(environment))
  return {suite, ...place, seed, planner, config, maxModelEvals, trials}
}
