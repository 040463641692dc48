import type {EvalEpisode, Interval} from '#contract/generated/types'
import {bootstrapMean} from '#stats/bootstrap'
import {mde} from '#stats/sample-size'
import {wilson} from '#stats/wilson'
import type {CellFacts} from './cell.ts'
import type {Metric} from './suites.ts'

/** A number made of episodes. `n` counts what went into it; `reason` says why there is none. */
export interface Estimate {
  readonly estimate: number | null
  readonly ci: Interval | null
  readonly n: number
  readonly mde: number | null
  readonly reason?: string
}

/** The value of a metric over the episodes of one cell, or `undefined` where the metric has no meaning there. */
export function measure(metric: Metric, episodes: readonly EvalEpisode[], facts: CellFacts): Estimate | undefined {
  switch (metric.name) {
    case 'failures':
      return counted(episodes, (episode) => (episode.success ? 0 : 1))
    case 'violations':
      return counted(episodes, (episode) => episode.violations ?? 0)
    case 'success_rate':
      return rate(episodes)
    case 'spl':
      return facts.referenceUnit === 'length' ? mean(episodes.map(splOf), facts) : undefined
    case 'steps_ratio':
      return facts.referenceUnit === 'steps' ? mean(episodes.flatMap(stepsRatioOf), facts) : undefined
    default:
      throw new Error(`no measure for the metric ${metric.name}`)
  }
}

const NOTHING_RAN: Estimate = {estimate: null, ci: null, n: 0, mde: null, reason: 'nothing ran'}

function counted(episodes: readonly EvalEpisode[], amountOf: (episode: EvalEpisode) => number): Estimate {
  if (episodes.length === 0) return NOTHING_RAN
  return {
    estimate: episodes.reduce((sum, episode) => sum + amountOf(episode), 0),
    ci: null,
    n: episodes.length,
    mde: null,
  }
}

/** Successes of everything that ran: an error is a failure. */
function rate(episodes: readonly EvalEpisode[]): Estimate {
  const n = episodes.length
  if (n === 0) return NOTHING_RAN
  const successes = episodes.filter((episode) => episode.success).length
  const interval = wilson(successes, n)
  if (interval === undefined) return NOTHING_RAN
  const {estimate, low, high, level, method} = interval
  return {estimate, ci: {low, high, level, method}, n, mde: mde(estimate, n)}
}

function mean(values: readonly number[], {seed, env, stratum}: CellFacts): Estimate {
  if (values.length === 0) return {...NOTHING_RAN, reason: 'no episode has a value'}
  const interval = bootstrapMean(values, `assay/1|${seed}|${env}|${stratum}|0|bootstrap`)
  const estimate = values.reduce((sum, value) => sum + value, 0) / values.length
  const ci = interval ? {...interval.bca, level: 0.95, method: 'bca'} : null
  return {estimate, ci, n: values.length, mde: null}
}

/** Success weighted by path length. Source: Anderson et al., On Evaluation of Embodied Navigation Agents, 2018. */
function splOf({success, path_length, reference_length}: EvalEpisode): number {
  const [length, best] = [path_length ?? 0, reference_length ?? 0]
  if (!success) return 0
  return best === 0 ? 1 : best / Math.max(length, best)
}

function stepsRatioOf({success, steps, reference_steps}: EvalEpisode): number[] {
  return success && steps !== undefined && reference_steps ? [steps / reference_steps] : []
}
