import {type EpisodeKey, episodeLabel, type Stream, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import type {Situation} from '#world/model/situation'
import type {PlannerConfig} from '#world/planner/config'
import {modelObjective} from '#world/planner/objective'
import {planActions} from '#world/planner/plan-actions'
import {planOracle} from '#world/planner/plan-oracle'
import type {Evaluate} from '#world/planner/search'
import {RANKED, randomEntries, startOfEpisode} from '../../kit/make-actions.ts'
import type {StateOutcome, StateTest, StateTrial, TrialPlace} from '../../kit/state-trial.ts'
import {CHECKPOINTS, slopePerDoubling} from './optimism-slope.ts'
import {BY_SCORES} from './regret-sets.ts'

/** The best candidate up to one iteration, and what the model said of it, lower is better. */
interface Choice {
  readonly actions: Float64Array
  readonly claimed: number
}

interface Scene {
  readonly now: Situation
  /** The least true cost of any plan seen without the model, and the mean of random ones above it. */
  readonly least: number
  readonly random: number
  /** What the same planner with the same draws comes to over the exact rules. */
  readonly exact: number
}

/**
 * Plans once with the model and costs the plan in the world: what it really comes to, and what the model had promised. The same scene serves
 * forecasts and scores.
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

async function prepareScene({environment, key, config}: TrialPlace, signal: AbortSignal): Promise<Scene> {
  const now = startOfEpisode(environment, key)
  const draws = seedStream(episodeLabel(key, 'candidates'))
  const random = trueCosts(environment, now)(randomEntries(environment, draws, RANKED * environment.horizon))
  const evaluate = modelObjective({environment, model: environment, start: now, block: environment.block})
  const {actionSize} = environment
  const same = await planActions({config, actionSize, evaluate, stream: planDraws(key), signal})
  const oracle = await planOracle({environment, start: now, stream: planDraws(key), signal})
  return {
    now,
    least: Math.min(same.best_score, oracle.best_score, ...random),
    random: random.reduce((sum, cost) => sum + cost, 0) / random.length,
    exact: same.best_score,
  }
}

async function measureRegret(
  {now, least, random, exact}: Scene,
  trial: StateTrial,
  signal: AbortSignal,
): Promise<Omit<StateOutcome, 'modelEvals'>> {
  const {environment, set, config} = trial
  const choices = await makeChoices(trial, now, signal)
  const costOf = trueCosts(environment, now)
  const taken = new Map([...choices].map(([iteration, {actions}]) => [iteration, costOf(actions)[0] ?? Number.NaN]))
  const best = Math.min(least, ...taken.values())
  const spread = random - best
  if (!(spread > 0)) return {values: {regret: null, excess: null, slope: null}, reason: 'no_spread'}
  const own = taken.get(config.num_iterations) ?? Number.NaN
  const values = {regret: (own - best) / spread, excess: (own - exact) / spread}
  if (set === BY_SCORES) return {values, reason: 'own_unit'}
  const gaps = CHECKPOINTS.map((iteration) => gapOf(taken.get(iteration), choices.get(iteration), spread))
  const named = Object.fromEntries(CHECKPOINTS.map((iteration, at) => [`gap@${iteration}`, gaps[at] ?? null]))
  return {values: {...values, ...named, slope: slopePerDoubling(gaps)}}
}

/** The draws of every planner in one trial, whatever model it plans with. */
function planDraws(key: EpisodeKey): Stream {
  return seedStream(episodeLabel(key, 'plan'))
}

function iterationsOf(config: PlannerConfig): number {
  return Math.max(config.num_iterations, ...CHECKPOINTS)
}

/** The model's choice after each checkpoint and at the planner's own end. */
async function makeChoices(
  {environment, key, set, model, config}: StateTrial,
  now: Situation,
  signal: AbortSignal,
): Promise<Map<number, Choice>> {
  const wanted = new Set<number>([...CHECKPOINTS, config.num_iterations])
  const choices = new Map<number, Choice>()
  let [iteration, best]: [number, Choice] = [0, {actions: new Float64Array(), claimed: Number.POSITIVE_INFINITY}]
  const ask = ((set === BY_SCORES ? model.scoresIn : undefined) ?? model.evaluateIn)(now)
  const evaluate: Evaluate = async (candidates, planSignal) => {
    const answer = await ask(candidates, planSignal)
    const size = candidates.horizon * candidates.actionSize
    for (let at = 0; at < candidates.samples; at++) {
      const score = answer.scores[at] ?? Number.NaN
      const claimed = answer.lower_is_better ? score : -score
      if (claimed < best.claimed) best = {actions: candidates.values.slice(at * size, (at + 1) * size), claimed}
    }
    if (wanted.has(++iteration)) choices.set(iteration, best)
    return answer
  }
  const stream = planDraws(key)
  const longer = {...config, num_iterations: iterationsOf(config)}
  await planActions({config: longer, actionSize: environment.actionSize, evaluate, stream, signal})
  return choices
}

function trueCosts(environment: Environment, start: Situation): (plans: Float64Array) => Float64Array {
  const {horizon, actionSize, block} = environment
  const costs = modelObjective({environment, model: environment, start, block})
  return (values) =>
    Float64Array.from(costs({values, samples: values.length / (horizon * actionSize), horizon, actionSize}).scores)
}

function gapOf(real: number | undefined, choice: Choice | undefined, spread: number): number {
  return ((real ?? Number.NaN) - (choice?.claimed ?? Number.NaN)) / spread
}
