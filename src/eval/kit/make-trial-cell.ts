import type {EvalEpisode} from '#contract/generated/types'
import type {Environment} from '#world/model/environment'
import type {PlannerConfig} from '#world/planner/config'
import type {Cell} from '../model/cell.ts'
import {episodeError} from '../model/episode-error.ts'
import {rounded} from '../model/rounded.ts'
import type {Suite} from '../model/suite.ts'
import {waitTurn} from '../model/wait-turn.ts'
import type {StateOutcome, TrialPlace} from './state-trial.ts'

/** Trials of one suite and kind in one environment, whoever is tried. */
export interface TrialSetup {
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
}

/** Measures one trial of whoever is tried; throws what they throw. */
type Ask = (place: TrialPlace, signal: AbortSignal) => Promise<StateOutcome>

/** The cell of a provider over the trials of a plan. */
export function makeTrialCell(provider: string, plan: TrialSetup, ask: Ask): Cell {
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
    run: (episode, signal) => runTrial({provider, plan, ask, episode}, signal),
  }
}

interface Task {
  readonly provider: string
  readonly plan: TrialSetup
  readonly ask: Ask
  readonly episode: number
}

/** One trial; what is thrown makes a failed trial with an error. An abort of `signal` is thrown on, the trial never happened. */
export async function runTrial({provider, plan, ask, episode}: Task, signal: AbortSignal): Promise<EvalEpisode> {
  const {suite, environment, seed, set, starts, config} = plan
  const {strata} = environment
  const turns = starts === 'all' ? strata.length : 1
  const start = {stratum: strata[episode % turns] ?? strata[0], episode: Math.floor(episode / turns)}
  const key = {seed, environment: environment.key, ...start}
  const who = {
    suite: suite.name,
    provider,
    env: environment.id,
    stratum: set,
    episode,
    ...(starts === 'all' && {start}),
  }
  await waitTurn()
  signal.throwIfAborted()
  try {
    return {...who, ...outcomeOf(await ask({environment, key, set, config}, signal))}
  } catch (error) {
    signal.throwIfAborted()
    return {...who, success: false, reason: 'error', error: episodeError(error)}
  }
}

function outcomeOf({values = {}, modelEvals, digest, broken, reason = broken, embedding, snapshots}: StateOutcome) {
  const kept = Object.entries(values).map(([name, value]) => [name, value === null ? null : rounded(value)])
  return {
    success: broken === undefined,
    model_evals: modelEvals,
    ...(kept.length > 0 && {values: Object.fromEntries(kept)}),
    ...(digest !== undefined && {trajectory_digest: digest}),
    ...(reason !== undefined && {reason}),
    ...(embedding && {embedding: [...embedding]}),
    ...(snapshots && {snapshots}),
  }
}
