import type {EvalEpisode} from '#contract/generated/types'
import {type EpisodeKey, episodeLabel, seedStream} from '#random/stream'
import type {Baselines} from './cell.ts'
import type {Controller} from './controller.ts'
import {makeFrozenController, makeOracleController} from './make-baseline.ts'
import {makeRandomController} from './make-controller.ts'
import {type EpisodePlan, planStream} from './make-episode-cell.ts'
import {runEpisode} from './run-episode.ts'

/** Floors and ceiling on the very episodes of a cell: what they come to depends on no provider. */
export async function runBaselines(plan: EpisodePlan, signal: AbortSignal): Promise<Baselines> {
  const {environment, config} = plan
  const random = (key: EpisodeKey) => makeRandomController(environment, seedStream(episodeLabel(key, 'actions')))
  return {
    random: await runAll('random', random),
    frozen: await runAll('frozen', (key) => makeFrozenController(environment, config, planStream(key))),
    oracle: await runAll('oracle', (key) => makeOracleController(environment, config, planStream(key))),
  }

  async function runAll(provider: string, make: (key: EpisodeKey) => Controller): Promise<EvalEpisode[]> {
    const stratum = environment.strata[0]
    const episodes: EvalEpisode[] = []
    for (const episode of plan.trials) {
      const key = {seed: plan.seed, environment: environment.key, stratum, episode}
      const outcome = await runEpisode({environment, key, controller: make(key)}, signal)
      episodes.push({suite: plan.suite.name, provider, env: environment.id, stratum, episode, ...outcome})
    }
    return episodes
  }
}
