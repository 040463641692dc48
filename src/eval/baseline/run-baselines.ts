import type {EvalEpisode} from '#contract/generated/types'
import {episodeLabel, seedStream} from '#random/stream'
import {type EpisodePlan, planStream} from '../cell/make-episode-cell.ts'
import type {Controller} from '../measure/controller.ts'
import {makeRandomController} from '../measure/make-controller.ts'
import {runEpisode} from '../measure/run-episode.ts'
import type {TrialBaselines} from '../trial/trial-order.ts'
import {makeFrozenController, makeOracleController} from './make-baseline.ts'

/** Floors and ceiling on one episode of a cell: what they come to depends on no provider. */
export async function runBaselines(plan: EpisodePlan, episode: number, signal: AbortSignal): Promise<TrialBaselines> {
  const {environment, config, seed, suite} = plan
  const stratum = environment.strata[0]
  const key = {seed, environment: environment.key, stratum, episode}
  return {
    random: await runOne('random', makeRandomController(environment, seedStream(episodeLabel(key, 'actions')))),
    frozen: await runOne('frozen', makeFrozenController(environment, config, planStream(key))),
    oracle: await runOne('oracle', makeOracleController(environment, config, planStream(key))),
  }

  async function runOne(provider: string, controller: Controller): Promise<EvalEpisode> {
    // Nobody looks for the reason why a floor fails.
    const {snapshots: _, ...outcome} = await runEpisode({environment, key, controller}, signal)
    return {suite: suite.name, provider, env: environment.id, stratum, episode, ...outcome}
  }
}
