import {type CellsOf, type Course, isTooDear, lacking, notRun, type ReadyCell, type SuiteCells} from './course.ts'
import {asksOneByOne} from './evaluate-candidates.ts'
import {makeStateCell, runStateBaselines} from './make-state-cell.ts'
import {canTake, type StateWay} from './make-state-plans.ts'
import {subjectModel} from './make-world-model.ts'

/** Cells of a suite over states: one for each kind of trial in each environment, where the provider has what the suite asks of a model. */
export function stateCells(way: StateWay): CellsOf {
  return (course) => makeStateCells(way, course)
}

function makeStateCells(way: StateWay, course: Course): SuiteCells {
  const {suite, subject, environments, settings, statePlans} = course
  const able = environments
    .flatMap((environment) => statePlans(way, suite, environment))
    .flatMap((plan) => {
      const model = subjectModel(subject, plan.environment)
      return model && canTake(way, model, plan) ? [{plan, model}] : []
    })
  if (able.length === 0) return settings.only ? {ready: [], notRun: []} : lacking(course)
  const tooDear = able.filter(({plan}) => isTooDear(subject, plan.measure.evals(plan), settings))
  const ready = able
    .filter((one) => !tooDear.includes(one))
    .map(({plan, model}): ReadyCell => {
      const cell = makeStateCell(subject.name, model, plan)
      const run: typeof cell.run = (trial, signal) => subject.asOnePlan(() => cell.run(trial, signal))
      const calls = asksOneByOne(subject) ? (plan.measure.calls ?? plan.measure.evals)(plan) : undefined
      return {cell: {...cell, run}, baselines: (trial, signal) => runStateBaselines(plan, trial, signal), calls}
    })
  const dear = new Set(tooDear.map(({plan}) => plan.environment.id))
  return {ready, notRun: [...dear].map((env) => notRun(course, {env, reason: 'model_eval_budget'}))}
}
