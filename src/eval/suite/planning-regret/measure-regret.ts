import {episodeLabel, seedStream} from '#random/stream'
import {spearman} from '#stats/correlation'
import type {Situation} from '#world/model/situation'
import {planOracle} from '#world/planner/plan-oracle'
import {kept} from '../../kit/kept.ts'
import {RANKED, randomEntries, startOfEpisode} from '../../kit/make-actions.ts'
import type {StateOutcome, StateTest, StateTrial, TrialPlace} from '../../kit/state-trial.ts'
import {
  type Choice,
  type Choices,
  type FirstAsked,
  iterationsOf,
  makeChoices,
  planDraws,
  searchBest,
} from './make-choices.ts'
import {CHECKPOINTS, slopePerDoubling} from './optimism-slope.ts'
import {exactObjective, makePlanCosts, type Objective, type PlanCosts} from './plan-costs.ts'
import {BY_SCORES} from './regret-sets.ts'

type Costs = Readonly<Record<Objective, number>>

interface Scene {
  readonly now: Situation
  readonly costsOf: (plans: Float64Array) => PlanCosts
  /** The least true cost of any plan seen without the model, and the mean of random ones. */
  readonly least: Costs
  readonly random: Costs
  /** What the same planner with the same draws comes to over the exact rules, by what it plans by. */
  readonly exact: Readonly<Record<Objective, Costs>>
  /** What floors and ceiling choose, by name: the same for forecasts and for scores. */
  readonly references: Map<string, Promise<Choices>>
}

/**
 * Plans once with the model and costs the plan in the world: what it really comes to on its way and where it ends, and what the model had promised.
 * The same scene serves forecasts and scores.
 */
export function makeRegretTest(): StateTest<Scene> {
  const scenes = new Map<string, Promise<Scene>>()
  return {
    evals: ({config}) => iterationsOf(config) * config.num_samples * config.horizon * config.action_block,
    calls: ({config, set}) => iterationsOf(config) * (set === BY_SCORES ? 1 : config.num_samples * config.horizon),
    prepare(trial, signal) {
      const label = episodeLabel(trial.key, 'reset')
      const scene = scenes.get(label) ?? prepareScene(trial, signal)
      scenes.set(label, scene)
      return scene
    },
    measure: measureRegret,
  }
}

async function prepareScene(trial: TrialPlace, signal: AbortSignal): Promise<Scene> {
  const {environment, key, config} = trial
  const now = startOfEpisode(environment, key)
  const costsOf = makePlanCosts(environment, now)
  const draws = seedStream(episodeLabel(key, 'candidates'))
  const random = costsOf(randomEntries(environment, draws, RANKED * environment.horizon))
  // The ceiling plans by the way over the exact rules, and looks on after the planner's own end.
  const ceiling = await makeChoices(trial, exactObjective(environment, now, 'way'), signal)
  const own = ceiling.after.get(config.num_iterations)?.actions ?? new Float64Array()
  const byEnd = await searchBest(trial, exactObjective(environment, now, 'end'), signal)
  const exact = {way: costOfOne(costsOf(own)), end: costOfOne(costsOf(byEnd.actions))}
  const {actions} = await planOracle({environment, start: now, stream: planDraws(key), signal})
  const known = [exact.way, exact.end, costOfOne(costsOf(actions))]
  return {
    now,
    costsOf,
    least: both((by) => Math.min(...known.map((costs) => costs[by]), ...random[by])),
    random: both((by) => random[by].reduce((sum, cost) => sum + cost, 0) / random[by].length),
    exact,
    references: new Map([['oracle', Promise.resolve(ceiling)]]),
  }
}

function both(costOf: (by: Objective) => number): Costs {
  return {way: costOf('way'), end: costOf('end')}
}

async function measureRegret(
  scene: Scene,
  trial: StateTrial,
  signal: AbortSignal,
): Promise<Omit<StateOutcome, 'modelEvals'>> {
  const {set, config, model} = trial
  const {random, exact} = scene
  const ask = ((set === BY_SCORES ? model.scoresIn : undefined) ?? model.evaluateIn)(scene.now)
  const choose = () => makeChoices(trial, ask, signal)
  const {first, after} = await (model.reference ? kept(scene.references, model.reference, choose) : choose())
  const taken = new Map([...after].map(([iteration, {actions}]) => [iteration, costOfOne(scene.costsOf(actions))]))
  const least = both((by) => Math.min(scene.least[by], ...[...taken.values()].map((costs) => costs[by])))
  const own = taken.get(config.num_iterations) ?? {way: Number.NaN, end: Number.NaN}
  const by = set === BY_SCORES ? followed(scene, first) : 'way'
  const spread = random[by] - least[by]
  if (!(spread > 0)) return {values: {regret: null, excess: null, end: null, slope: null}, reason: 'no_spread'}
  const spreadOfEnds = random.end - least.end
  const values = {
    regret: (own[by] - least[by]) / spread,
    excess: (own[by] - exact[by][by]) / spread,
    end: spreadOfEnds > 0 ? (own.end - exact[by].end) / spreadOfEnds : null,
  }
  if (set === BY_SCORES) return {values, reason: 'own_unit'}
  const gaps = CHECKPOINTS.map((iteration) => gapOf(taken.get(iteration)?.way, after.get(iteration), spread))
  const named = Object.fromEntries(CHECKPOINTS.map((iteration, at) => [`gap@${iteration}`, gaps[at] ?? null]))
  return {values: {...values, ...named, slope: slopePerDoubling(gaps)}}
}

/** A score may mean the whole way or its end, and a provider need not say which: what its order of the first candidates is nearer to. */
function followed({costsOf}: Scene, {actions, claimed}: FirstAsked): Objective {
  const truth = costsOf(actions)
  return (spearman(claimed, truth.end) ?? 0) > (spearman(claimed, truth.way) ?? 0) ? 'end' : 'way'
}

function costOfOne({way, end}: PlanCosts): Costs {
  return {way: way[0] ?? Number.NaN, end: end[0] ?? Number.NaN}
}

function gapOf(real: number | undefined, choice: Choice | undefined, spread: number): number {
  return ((real ?? Number.NaN) - (choice?.claimed ?? Number.NaN)) / spread
}
