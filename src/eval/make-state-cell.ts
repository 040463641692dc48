import type {EvalEpisode} from '#contract/generated/types'
import {type EpisodeKey, episodeLabel, seedStream} from '#random/stream'
import type {Environment} from '#world/environment'
import type {PlannerConfig} from '#world/planner/config'
import type {Baselines, Cell} from './cell.ts'
import {episodeError} from './episode-error.ts'
import {frozenModel, localModel, randomModel} from './make-world-model.ts'
import {rounded} from './rounded.ts'
import type {MeasureTrial} from './state-trial.ts'
import type {Suite} from './suite.ts'
import {waitTurn} from './wait-turn.ts'
import type {WorldModel} from './world-model.ts'

/** Trials of one suite and kind in one environment, for any model. */
export interface StatePlan {
  readonly suite: Suite
  readonly environment: Environment
  readonly seed: number
  /** The kind of trials, see `Suite.sets`; without kinds the stratum that all start from, or `all`. */
  readonly set: string
  /** Whether starts come from every stratum in turn, or from the first alone as episodes do. */
  readonly starts: 'all' | 'first'
  readonly trials: readonly number[]
  readonly planner: string | null
  readonly config: PlannerConfig
  readonly measure: MeasureTrial
}

/** The cell of a model that has a name. */
export function makeStateCell(provider: string, model: WorldModel, plan: StatePlan): Cell {
  const {suite, environment, seed, set, planner, trials} = plan
  return {
    suite,
    provider,
    env: environment.id,
    stratum: set,
    planner,
    successMode: null,
    envStepBudget: null,
    seed,
    trials,
    onlyScores: model.forecast === undefined,
    run: (episode, signal) => runTrial({provider, modelFor: () => model, plan, episode}, signal),
  }
}

/** Floors and ceiling on the very trials of a plan. */
export async function runStateBaselines(plan: StatePlan, signal: AbortSignal): Promise<Baselines> {
  const {environment} = plan
  const [frozen, oracle] = [frozenModel(environment), localModel(environment, environment)]
  const random = (key: EpisodeKey) => randomModel(environment, seedStream(episodeLabel(key, 'noise')))
  return {
    random: await runAll('random', random),
    frozen: await runAll('frozen', () => frozen),
    oracle: await runAll('oracle', () => oracle),
  }

  async function runAll(provider: string, modelFor: (key: EpisodeKey) => WorldModel): Promise<EvalEpisode[]> {
    const episodes: EvalEpisode[] = []
    for (const episode of plan.trials) episodes.push(await runTrial({provider, modelFor, plan, episode}, signal))
    return episodes
  }
}

interface Task {
  readonly provider: string
  readonly modelFor: (key: EpisodeKey) => WorldModel
  readonly plan: StatePlan
  readonly episode: number
}

/** One trial; what the model throws makes a failed trial with an error. An abort of `signal` is thrown on, the trial never happened. */
async function runTrial({provider, modelFor, plan, episode}: Task, signal: AbortSignal): Promise<EvalEpisode> {
  const {suite, environment, seed, set, starts, config, measure} = plan
  const {strata} = environment
  const turns = starts === 'all' ? strata.length : 1
  const start = {stratum: strata[episode % turns] ?? strata[0], episode: Math.floor(episode / turns)}
  const key = {seed, environment: environment.key, ...start}
  const who = {suite: suite.name, provider, env: environment.id, stratum: set, episode}
  await waitTurn()
  signal.throwIfAborted()
  try {
    const {values, modelEvals, reason} = await measure({environment, key, set, model: modelFor(key), config}, signal)
    const kept = Object.entries(values).map(([name, value]) => [name, value === null ? null : rounded(value)])
    return {
      ...who,
      ...(starts === 'all' && {start}),
      success: true,
      model_evals: modelEvals,
      values: Object.fromEntries(kept),
      ...(reason !== undefined && {reason}),
    }
  } catch (error) {
    signal.throwIfAborted()
    return {...who, ...(starts === 'all' && {start}), success: false, reason: 'error', error: episodeError(error)}
  }
}
