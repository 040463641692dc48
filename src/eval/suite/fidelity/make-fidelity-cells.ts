import type {EvalNotRun} from '#contract/generated/types'
import type {Environment} from '#world/model/environment'
import {planShape, presetConfig} from '#world/planner/presets'
import {type Course, isTooDear, lacking, notRun, type ReadyCell, type SuiteCells} from '../../kit/course.ts'
import {asksOneByOne} from '../../kit/evaluate-candidates.ts'
import {makeTrialCell} from '../../kit/make-trial-cell.ts'
import {PLACES} from '../../kit/places.ts'
import type {TrialPlace} from '../../kit/state-trial.ts'
import {wantedTrials} from '../../model/eval-plan.ts'
import {callsAsked, measureFidelity, stepsAsked} from './measure-fidelity.ts'

/** A cell a place in each environment, for a provider that predicts. */
export function makeFidelityCells(course: Course): SuiteCells {
  const {suite, subject, environments, settings} = course
  if (!subject.capabilities.includes('predict')) return lacking(course)
  const {seed, planner} = settings
  const configOf = (environment: Environment) => presetConfig(planner, planShape(environment))
  const isAffordable = (environment: Environment) =>
    !isTooDear(subject, stepsAsked(subject, configOf(environment)), settings)
  const ready = environments.filter(isAffordable).flatMap((environment) =>
    PLACES.map((set): ReadyCell => {
      const config = configOf(environment)
      const trials = wantedTrials(settings, suite, {env: environment.id, part: set})
      const plan = {suite, environment, seed, set, starts: 'all', trials, planner: null, config} as const
      const ask = (place: TrialPlace, signal: AbortSignal) => measureFidelity(subject, place, signal)
      const calls = asksOneByOne(subject) ? callsAsked(subject) : undefined
      return {cell: makeTrialCell(subject.name, plan, ask), isShareable: true, calls}
    }),
  )
  const tooDear = environments.filter((environment) => !isAffordable(environment))
  return {
    ready: ready.filter(({cell}) => cell.trials.length > 0),
    notRun: [
      ...tooDear.map(({id}) => notRun(course, {env: id, reason: 'model_eval_budget'})),
      ...(settings.only ? [] : unasked(course)),
    ],
  }
}

/** Who does not say which kinds of actions it takes is asked for commands alone: whether it takes others nobody knows. */
function unasked(course: Course): EvalNotRun[] {
  if (course.subject.descriptor.action_types !== undefined) return []
  return [{...notRun(course, {env: null, reason: 'action_types_unstated (move_to, noop)'}), outcome: 'not-applicable'}]
}
