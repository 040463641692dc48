import type {EvalNotRun} from '#contract/generated/types'
import type {Environment} from '#world/model/environment'
import {planShape, presetConfig, usualOf} from '#world/planner/presets'
import {type Course, isTooDear, lacking, notRun, type ReadyCell, type SuiteCells} from '../../kit/course.ts'
import {asksOneByOne} from '../../kit/evaluate-candidates.ts'
import {makeTrialCell} from '../../kit/make-trial-cell.ts'
import {ORDERS, PLACES} from '../../kit/places.ts'
import type {TrialPlace} from '../../kit/state-trial.ts'
import {wantedTrials} from '../../model/eval-plan.ts'
import type {Subject} from '../../model/subject.ts'
import {callsAsked, measureFidelity, stepsAsked} from './measure-fidelity.ts'
import {measureOrder, mostOrderSteps} from './measure-order.ts'

/** A cell a place in each environment, for a provider that predicts, and one for its scores, where it is asked for them about states. */
export function makeFidelityCells(course: Course): SuiteCells {
  const {suite, subject, environments, settings} = course
  const sets = setsFor(subject)
  if (sets.length === 0) return lacking(course)
  const {seed, planner} = settings
  const cells = environments.flatMap((environment) => sets.map((set) => ({environment: ofSet(environment, set), set})))
  const configOf = (environment: Environment) => presetConfig(planner, planShape(environment))
  const isAffordable = ({environment, set}: {environment: Environment; set: string}) => {
    const steps = isOfScores(set)
      ? mostOrderSteps(environment)
      : stepsAsked(subject, {environment, config: configOf(environment)})
    return !isTooDear(subject, steps, settings)
  }
  const ready = cells.filter(isAffordable).map(({environment, set}): ReadyCell => {
    const config = configOf(environment)
    const trials = wantedTrials(settings, suite, {env: environment.id, part: set})
    const plan = {suite, environment, seed, set, starts: 'all', trials, planner: null, config} as const
    const measure = isOfScores(set) ? measureOrder : measureFidelity
    const ask = (place: TrialPlace, signal: AbortSignal) => measure(subject, place, signal)
    const calls = !isOfScores(set) && asksOneByOne(subject) ? callsAsked(subject) : undefined
    return {cell: makeTrialCell(subject.name, plan, ask), isShareable: true, calls}
  })
  const tooDear = new Set(cells.filter((cell) => !isAffordable(cell)).map(({environment}) => environment.id))
  return {
    ready: ready.filter(({cell}) => cell.trials.length > 0),
    notRun: [
      ...[...tooDear].map((env) => notRun(course, {env, reason: 'model_eval_budget'})),
      ...(settings.only ? [] : unasked(course)),
    ],
  }
}

/** Scores of pictures, or of whatever else a translator shows, are no business of exact rules: `score-ranking` judges them. */
function setsFor({capabilities, shown}: Subject): readonly string[] {
  const isScoring = capabilities.includes('score') && shown === undefined
  return [...(capabilities.includes('predict') ? PLACES : []), ...(isScoring ? ORDERS : [])]
}

function isOfScores(set: string): boolean {
  return ORDERS.some((one) => one === set)
}

/** A planner's own plan lengths are no business of trials that do not plan with it. */
function ofSet(environment: Environment, set: string): Environment {
  return isOfScores(set) ? usualOf(environment) : environment
}

/** Who does not say which kinds of actions it takes is asked for commands alone: whether it takes others nobody knows. */
function unasked(course: Course): EvalNotRun[] {
  const {capabilities, descriptor} = course.subject
  if (!capabilities.includes('predict') || descriptor.action_types !== undefined) return []
  return [{...notRun(course, {env: null, reason: 'action_types_unstated (move_to, noop)'}), outcome: 'not-applicable'}]
}
