import type {Environment} from '#world/model/environment'
import {planShape, presetConfig, usualOf} from '#world/planner/presets'
import {type Course, isTooDear, notRun, type SuiteCells} from '../../kit/course.ts'
import {mostModelEvals} from '../../kit/make-episode-cell.ts'
import {makeTrialCell} from '../../kit/make-trial-cell.ts'
import type {StateOutcome, TrialPlace} from '../../kit/state-trial.ts'
import type {CalibrationSet} from '../../kit/stated-claims.ts'
import type {Cell} from '../../model/cell.ts'
import {wantedTrials} from '../../model/eval-plan.ts'
import type {Subject} from '../../model/subject.ts'
import {CONFIDENCE_STEPS, measureConfidence} from './measure-confidence.ts'
import {measureOutcome} from './measure-outcome.ts'
import {FORECAST_STEPS, measureSigma} from './measure-sigma.ts'

/** Cells for what the provider states, one a kind of statement. Nothing is tried of who states nothing: no statement is no honest one. */
export function makeCalibrationCells(course: Course): SuiteCells {
  const {subject, environments, settings, stated} = course
  const cells = environments.map((asked) => {
    const {sets, fault} = stated?.get(asked.id) ?? {sets: []}
    const made = sets.map((set) => makeCell(course, asked, set))
    const able = made.filter(({evals}) => !isTooDear(subject, evals, settings))
    const reasons = [
      ...(fault === undefined ? [] : [`first_question_failed (${fault})`]),
      ...(sets.length === 0 && fault === undefined ? ['states_no_uncertainty'] : []),
      ...(able.length < made.length ? ['model_eval_budget'] : []),
    ]
    return {
      ready: able.filter(({cell}) => cell.trials.length > 0).map(({cell}) => ({cell})),
      notRun: reasons.map((reason) => notRun(course, {env: asked.id, reason})),
    }
  })
  return {ready: cells.flatMap(({ready}) => ready), notRun: cells.flatMap((one) => one.notRun)}
}

type Measure = (subject: Subject, place: TrialPlace, signal: AbortSignal) => Promise<StateOutcome>

/** Tasks start as episodes do, predictions from everywhere. `evals`: model steps of one trial at most. */
function makeCell(
  {suite, subject, settings}: Course,
  asked: Environment,
  set: CalibrationSet,
): {cell: Cell; evals: number} {
  const {seed, planner, maxModelEvals} = settings
  const plans = set === 'outcome'
  // A planner's own plan lengths are no business of trials that do not plan with it.
  const environment = plans ? asked : usualOf(asked)
  const config = presetConfig(planner, planShape(environment))
  const trials = wantedTrials(settings, suite, {env: environment.id, part: set})
  const starts = plans ? ('first' as const) : ('all' as const)
  const plan = {suite, environment, seed, set, starts, trials, planner: plans ? planner : null, config}
  const ways: Readonly<Record<CalibrationSet, {measure: Measure; evals: number}>> = {
    forecast: {measure: measureSigma, evals: FORECAST_STEPS},
    confidence: {measure: measureConfidence, evals: CONFIDENCE_STEPS},
    outcome: {
      measure: (who, place, signal) => measureOutcome(who, {...place, maxModelEvals}, signal),
      evals: mostModelEvals(environment, config) + environment.block,
    },
  }
  const {measure, evals} = ways[set]
  return {cell: makeTrialCell(subject.name, plan, (place, signal) => measure(subject, place, signal)), evals}
}
