import type {Digest} from '#contract/ids'
import {digestOf} from '#digest/canonical-json'
import type {Environment} from '#world/model/environment'
import {planShape, presetConfig} from '#world/planner/presets'
import {STEP_TOLERANCE} from '../kit/tolerance.ts'
import type {EvalSettings} from '../model/eval-settings.ts'
import type {Suite} from '../model/suite.ts'

/**
 * What is measured, complete: suites with their metrics, environments with their rules and budgets, tolerances, seed, planner. Not who
 * is measured, how often, where, or against which gate, so that providers, checkouts and sizes stay comparable.
 */
export function measuredInput(settings: EvalSettings) {
  const {suites, environments, seed, planner, maxModelEvals, translator} = settings
  return {
    schema_version: 1,
    kind: 'eval-suite',
    seed,
    observation: 'state',
    tolerance: STEP_TOLERANCE,
    max_model_evals: maxModelEvals ?? null,
    ...(translator && {translator: translator.digest}),
    suites: suites.map(suiteInput),
    environments: environments.map((environment) => ({
      ...environmentInput(environment),
      planner: {name: planner, ...presetConfig(planner, planShape(environment))},
    })),
  }
}

export function inputDigestOf(settings: EvalSettings): Digest {
  return digestOf(measuredInput(settings))
}

function suiteInput({name, kind, version, level, groundTruth, metrics, environments, shifts, cases}: Suite) {
  const measured = metrics.map(({name: metric, direction, target, unit}) => ({
    metric,
    direction,
    unit,
    ...(target !== undefined && {target}),
  }))
  const own = {...(environments && {environments}), ...(shifts && {shifts}), ...(cases && {cases})}
  return {name, kind, version, level, ground_truth: groundTruth, metrics: measured, ...own}
}

function environmentInput(environment: Environment) {
  const {key, dt, sigma, angles, stepBudget, horizon, block, execute, successMode, strata} = environment
  return {
    key,
    dt,
    sigma: [...sigma],
    angles: [...angles],
    step_budget: stepBudget,
    horizon,
    block,
    execute,
    success_mode: successMode,
    strata: [...strata],
  }
}
