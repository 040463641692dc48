import type {Environment} from '#world/environment'
import {rulesOf} from '#world/environments'
import {planShape, presetConfig} from '#world/planner/presets'
import type {StatePlan} from '../cell/make-state-cell.ts'
import type {EvalSettings} from '../plan/settings.ts'
import type {Suite, SuiteKind} from '../suite.ts'
import {wantedTrials} from '../trial/wanted-trials.ts'
import {counterfactualTest} from './measure-counterfactual.ts'
import {invariantsTest} from './measure-invariants.ts'
import {policyTest} from './measure-policies.ts'
import {rankingTest} from './measure-ranking.ts'
import {regretTest} from './measure-regret.ts'
import {rolloutTest} from './measure-rollout.ts'
import {surpriseTest} from './measure-surprise.ts'
import {type MeasureTrial, remembering} from './state-trial.ts'
import type {WorldModel} from './world-model.ts'

/** How a suite over states runs: what it needs of a model, where it starts, how it measures one. */
interface Way {
  readonly kind: SuiteKind
  readonly starts: StatePlan['starts']
  /** Whether the run's planner is what plans. */
  readonly plans: boolean
  /** Whether a model that only scores can take part. */
  readonly takesScores: boolean
  measure(): MeasureTrial
}

const WAYS: readonly Way[] = [
  {
    kind: 'invariants',
    starts: 'all',
    plans: false,
    takesScores: false,
    measure: () => remembering(invariantsTest),
  },
  {kind: 'surprise', starts: 'all', plans: false, takesScores: false, measure: () => remembering(surpriseTest)},
  {
    kind: 'policy-ranking',
    starts: 'first',
    plans: false,
    takesScores: false,
    measure: () => remembering(policyTest),
  },
  {kind: 'rollout', starts: 'all', plans: false, takesScores: false, measure: () => remembering(rolloutTest)},
  {
    kind: 'counterfactual',
    starts: 'all',
    plans: false,
    takesScores: false,
    measure: () => remembering(counterfactualTest),
  },
  {
    kind: 'score-ranking',
    starts: 'all',
    plans: false,
    takesScores: true,
    measure: () => remembering(rankingTest),
  },
  {
    kind: 'planning-regret',
    starts: 'first',
    plans: true,
    takesScores: true,
    measure: () => remembering(regretTest),
  },
]

/** Whether a model has what a suite over states asks of it. */
export function canTake(suite: Suite, {forecast}: WorldModel): boolean {
  return WAYS.some((way) => way.kind === suite.kind && (way.takesScores || forecast !== undefined))
}

type PlanSettings = Pick<EvalSettings, 'seed' | 'planner' | 'trialsOf' | 'only'>

/** Plans of a suite in an environment, one a kind of trials. */
export type StatePlans = (suite: Suite, environment: Environment) => StatePlan[]

/** Plans that all providers of a run share, so that the scenes of their trials are prepared once. */
export function makeStatePlans(settings: PlanSettings): StatePlans {
  const made = new Map<string, StatePlan[]>()
  return (suite, environment) => {
    const name = `${suite.name}/${environment.key}`
    const plans = made.get(name) ?? plansOf(suite, environment, settings)
    made.set(name, plans)
    return plans
  }
}

/** Those without a wanted trial are left out. */
function plansOf(suite: Suite, asked: Environment, settings: PlanSettings): StatePlan[] {
  const {seed, planner} = settings
  const way = WAYS.find(({kind}) => kind === suite.kind)
  if (!way) return []
  // A planner's own plan lengths are no business of trials that do not plan with it.
  const environment = way.plans ? asked : rulesOf(asked.id)
  const alone = way.starts === 'all' ? 'all' : environment.strata[0]
  const measure = way.measure()
  const config = presetConfig(planner, planShape(environment))
  return (suite.sets ?? [alone])
    .map((set): StatePlan => {
      const {starts, plans} = way
      const trials = wantedTrials(settings, suite, {env: environment.id, part: set})
      return {suite, environment, seed, set, starts, trials, planner: plans ? planner : null, config, measure}
    })
    .filter(({trials}) => trials.length > 0)
}
