import type {EvalNotRun} from '#contract/generated/types'
import type {Environment} from '#world/environment'
import {planShape, presetConfig} from '#world/planner/presets'
import {runBaselines} from '../baseline/run-baselines.ts'
import {planningWay} from '../measure/evaluate-candidates.ts'
import {canTake, type StatePlans} from '../measure/make-state-plans.ts'
import {subjectModel} from '../measure/make-world-model.ts'
import {measureDeterminism} from '../measure/measure-determinism.ts'
import type {TrialPlace} from '../measure/state-trial.ts'
import type {EvalSettings} from '../plan/settings.ts'
import {environmentsFor, type Suite} from '../suite.ts'
import type {EvalLibrary, Subject} from '../trial/subject.ts'
import type {TrialBaselines} from '../trial/trial-order.ts'
import {wantedTrials} from '../trial/wanted-trials.ts'
import type {Cell} from './cell.ts'
import {makeContractCell} from './make-contract-cell.ts'
import {type EpisodePlan, makeEpisodeCell, mostModelEvals} from './make-episode-cell.ts'
import {makeFixtureCell} from './make-fixture-cell.ts'
import {makeMetaCell} from './make-meta-cell.ts'
import {makeStateCell, runStateBaselines} from './make-state-cell.ts'
import {makeTrialCell} from './make-trial-cell.ts'

/** A cell about to run, and how floor and ceiling of one of its trials are made, where it has them: they depend on no provider. */
export interface ReadyCell {
  readonly cell: Cell
  readonly baselines?: (trial: number, signal: AbortSignal) => Promise<TrialBaselines>
}

/** What of the settings decides which trials there are and what comes of them. */
export type CellSettings = Pick<EvalSettings, 'seed' | 'planner' | 'trialsOf' | 'maxModelEvals' | 'only'>

/** The cells of one suite, and what of it cannot run, by name. */
export interface SuiteCells {
  readonly ready: readonly ReadyCell[]
  readonly notRun: readonly EvalNotRun[]
}

/** What a provider is taken through: the environments it supports. */
interface Course {
  readonly suite: Suite
  readonly subject: Subject
  readonly environments: readonly Environment[]
  readonly settings: CellSettings
  /** Settings of the whole run, for the suite that runs other suites; a thread has none. */
  readonly whole?: EvalSettings
  readonly statePlans: StatePlans
  readonly library: EvalLibrary
}

/** Cells of a suite for a provider in the environments it supports. */
export function makeCells(course: Course): SuiteCells {
  const {suite, settings} = course
  if (settings.only && settings.only.suite !== suite.name) return {ready: [], notRun: []}
  const environments = environmentsFor(suite, course.environments)
  if (suite.environments && environments.length === 0) {
    return {ready: [], notRun: [notRun(suite, course.subject, {env: null, reason: 'needs_another_environment'})]}
  }
  const narrowed = {...course, environments}
  switch (suite.kind) {
    case 'contract':
      return contractCells(narrowed)
    case 'determinism':
      return determinismCells(narrowed)
    case 'fixtures':
      return fixtureCells(narrowed)
    case 'meta':
      return metaCells(narrowed)
    case 'closed-loop':
      return episodeCells(narrowed)
    default:
      return stateCells(narrowed)
  }
}

function contractCells({suite, subject, environments, settings}: Course): SuiteCells {
  const {seed, only} = settings
  const cell = makeContractCell(subject, {suite, environments, seed, count: settings.trialsOf(suite), only})
  return cell ? {ready: [{cell}], notRun: []} : lacking(suite, subject)
}

/** The exact model is what everything is held against, so it alone stands for the kit. */
function metaCells({suite, subject, whole, library}: Course): SuiteCells {
  if (subject.name !== 'analytic' || !whole) {
    return {ready: [], notRun: [notRun(suite, subject, {env: null, reason: 'needs_the_exact_model'})]}
  }
  return {ready: [{cell: makeMetaCell(suite, subject, {settings: whole, library, cellsOf: makeCells})}], notRun: []}
}

function fixtureCells({suite, subject, settings}: Course): SuiteCells {
  const {cases = []} = suite
  const able = cases.filter(({operation}) => subject.capabilities.includes(operation))
  if (able.length === 0) return lacking(suite, subject)
  const left = [...new Set(cases.filter((one) => !able.includes(one)).map(({operation}) => operation))]
  return {
    ready: [{cell: makeFixtureCell(subject, able, {suite, seed: settings.seed, only: settings.only})}],
    notRun: left.map((operation) => notRun(suite, subject, {env: null, reason: `capability_missing (${operation})`})),
  }
}

function determinismCells({suite, subject, environments, settings, library}: Course): SuiteCells {
  if (!subject.deterministic) {
    return {ready: [], notRun: [notRun(suite, subject, {env: null, reason: 'declared_nondeterministic'})]}
  }
  if (!subject.capabilities.some((one) => one === 'predict' || one === 'score')) return lacking(suite, subject)
  const {seed, planner} = settings
  const ready = environments.map((environment): ReadyCell => {
    const set = 'all'
    const config = presetConfig(planner, planShape(environment))
    const trials = wantedTrials(settings, suite, {env: environment.id, part: set})
    const plan = {suite, environment, seed, set, starts: set, trials, planner: null, config} as const
    const ask = (place: TrialPlace, signal: AbortSignal) => measureDeterminism(subject, library, place, signal)
    return {cell: makeTrialCell(subject.name, plan, ask)}
  })
  return {ready: ready.filter(({cell}) => cell.trials.length > 0), notRun: []}
}

function stateCells({suite, subject, environments, settings, statePlans}: Course): SuiteCells {
  const able = environments
    .flatMap((environment) => statePlans(suite, environment))
    .flatMap((plan) => {
      const model = subjectModel(subject, plan.environment)
      return model && canTake(suite, model) ? [{plan, model}] : []
    })
  if (able.length === 0) return settings.only ? {ready: [], notRun: []} : lacking(suite, subject)
  const tooDear = able.filter(({plan}) => isTooDear(subject, plan.measure.evals(plan), settings))
  const ready = able
    .filter((one) => !tooDear.includes(one))
    .map(({plan, model}): ReadyCell => {
      const cell = makeStateCell(subject.name, model, plan)
      const run: typeof cell.run = (trial, signal) => subject.asOnePlan(() => cell.run(trial, signal))
      return {cell: {...cell, run}, baselines: (trial, signal) => runStateBaselines(plan, trial, signal)}
    })
  const dear = new Set(tooDear.map(({plan}) => plan.environment.id))
  return {ready, notRun: [...dear].map((env) => notRun(suite, subject, {env, reason: 'model_eval_budget'}))}
}

function episodeCells({suite, subject, environments, settings}: Course): SuiteCells {
  const way = planningWay(subject)
  if (!way) return lacking(suite, subject)
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
    notRun: tooDear.map(({environment}) => notRun(suite, subject, {env: environment.id, reason: 'model_eval_budget'})),
  }
}

function lacking(suite: Suite, subject: Subject): SuiteCells {
  return {ready: [], notRun: [notRun(suite, subject, {env: null, reason: 'capability_missing'})]}
}

function notRun(suite: Suite, subject: Subject, what: Pick<EvalNotRun, 'env' | 'reason'>): EvalNotRun {
  return {provider: subject.name, suite: suite.name, outcome: 'not-run', ...what}
}

function episodePlan(environment: Environment, suite: Suite, settings: CellSettings): EpisodePlan {
  const {seed, planner, maxModelEvals} = settings
  const trials = wantedTrials(settings, suite, {env: environment.id, part: environment.strata[0]})
  const config = presetConfig(planner, planShape(environment))
  return {suite, environment, seed, planner, config, maxModelEvals, trials}
}

/** Elsewhere a call costs money or time of others: a trial that might exceed the budget is not begun. In this process it fails when it does. */
function isTooDear({inProcess}: Subject, evals: number, {maxModelEvals}: CellSettings): boolean {
  return !inProcess && maxModelEvals !== undefined && evals > maxModelEvals
}
