import {type EpisodeKey, episodeLabel, type Stream, seedStream} from '#random/stream'
import type {PlannerConfig} from '#world/planner/config'
import {planActions} from '#world/planner/plan-actions'
import type {Evaluate} from '#world/planner/search'
import type {StateTrial} from '../../kit/state-trial.ts'
import {CHECKPOINTS} from './optimism-slope.ts'

/** The best candidate up to one iteration, and what the model said of it, lower is better. */
export interface Choice {
  readonly actions: Float64Array
  readonly claimed: number
}

/** The first candidates of all, which nothing had an influence on, and what the model said of each, lower is better. */
export interface FirstAsked {
  readonly actions: Float64Array
  readonly claimed: Float64Array
}

export interface Choices {
  readonly first: FirstAsked
  readonly after: ReadonlyMap<number, Choice>
}

/** The draws of every planner in one trial, whatever model it plans with. */
export function planDraws(key: EpisodeKey): Stream {
  return seedStream(episodeLabel(key, 'plan'))
}

/** Iterations of the search: those of the planner, and as many as the longest look at it needs. */
export function iterationsOf(config: PlannerConfig): number {
  return Math.max(config.num_iterations, ...CHECKPOINTS)
}

/** The best candidate that a search ever asked about, whatever the planner returns. */
export async function searchBest(
  {environment, key, config}: Pick<StateTrial, 'environment' | 'key' | 'config'>,
  ask: Evaluate,
  signal: AbortSignal,
): Promise<Choice> {
  const {best} = await search({environment, key, config}, {ask, told: () => undefined}, signal)
  return best
}

/** What whoever is asked would choose after each checkpoint and at the planner's own end. */
export async function makeChoices(
  {environment, key, config}: Pick<StateTrial, 'environment' | 'key' | 'config'>,
  ask: Evaluate,
  signal: AbortSignal,
): Promise<Choices> {
  const wanted = new Set<number>([...CHECKPOINTS, config.num_iterations])
  const after = new Map<number, Choice>()
  const told = (iteration: number, best: Choice) => {
    if (wanted.has(iteration)) after.set(iteration, best)
  }
  const longer = {...config, num_iterations: iterationsOf(config)}
  const {first} = await search({environment, key, config: longer}, {ask, told}, signal)
  return {first, after}
}

interface Watched {
  readonly ask: Evaluate
  /** What is best so far, after each iteration, counted from 1. */
  readonly told: (iteration: number, best: Choice) => void
}

async function search(
  {environment, key, config}: Pick<StateTrial, 'environment' | 'key' | 'config'>,
  {ask, told}: Watched,
  signal: AbortSignal,
): Promise<{readonly first: FirstAsked; readonly best: Choice}> {
  let first: FirstAsked | undefined
  let [iteration, best]: [number, Choice] = [0, {actions: new Float64Array(), claimed: Number.POSITIVE_INFINITY}]
  const evaluate: Evaluate = async (candidates, planSignal) => {
    const {scores, lower_is_better} = await ask(candidates, planSignal)
    const {values, samples} = candidates
    const size = candidates.horizon * candidates.actionSize
    const sign = lower_is_better ? 1 : -1
    const claimed = new Float64Array(samples).map((_, at) => sign * (scores[at] ?? Number.NaN))
    first ??= {actions: values.slice(0, samples * size), claimed}
    for (let at = 0; at < samples; at++) {
      const claim = claimed[at] ?? Number.NaN
      if (claim < best.claimed) best = {actions: values.slice(at * size, (at + 1) * size), claimed: claim}
    }
    told(++iteration, best)
    return {scores, lower_is_better}
  }
  await planActions({config, actionSize: environment.actionSize, evaluate, stream: planDraws(key), signal})
  return {first: first ?? {actions: new Float64Array(), claimed: new Float64Array()}, best}
}
