import {planShape, presetConfig} from '#world/planner/presets'
import {type Course, lacking, type ReadyCell, type SuiteCells} from '../../kit/course.ts'
import {makeTrialCell} from '../../kit/make-trial-cell.ts'
import type {TrialPlace} from '../../kit/state-trial.ts'
import {wantedTrials} from '../../model/eval-plan.ts'
import {measureDeterminism} from './measure-determinism.ts'

/** A cell an environment, for a provider that promises equal answers. */
export function makeDeterminismCells(course: Course): SuiteCells {
  const {suite, subject, environments, settings, library} = course
  if (!subject.deterministic) return lacking(course, 'not_stated_deterministic')
  if (!subject.capabilities.some((one) => one === 'predict' || one === 'score')) return lacking(course)
  const {seed, planner} = settings
  const ready = environments.map((environment): ReadyCell => {
    const set = 'all'
    const config = presetConfig(planner, planShape(environment))
    const trials = wantedTrials(settings, suite, {env: environment.id, part: set})
    const plan = {suite, environment, seed, set, starts: set, trials, planner: null, config} as const
    const ask = (place: TrialPlace, signal: AbortSignal) => measureDeterminism(subject, library, place, signal)
    return {cell: makeTrialCell(subject.name, plan, ask), isShareable: true}
  })
  return {ready: ready.filter(({cell}) => cell.trials.length > 0), notRun: []}
}
