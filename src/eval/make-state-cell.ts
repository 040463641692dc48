import type {EvalEpisode} from '#contract/generated/types'
import {type EpisodeKey, episodeLabel, seedStream} from '#random/stream'
import type {Baselines, Cell} from './cell.ts'
import {makeTrialCell, runTrial, type TrialPlan} from './make-trial-cell.ts'
import {frozenModel, localModel, randomModel} from './make-world-model.ts'
import type {MeasureTrial} from './state-trial.ts'
import type {WorldModel} from './world-model.ts'

/** Trials that ask a model of the environment. */
export interface StatePlan extends TrialPlan {
  readonly measure: MeasureTrial
}

/** The cell of a model that has a name. */
export function makeStateCell(provider: string, model: WorldModel, plan: StatePlan): Cell {
  const cell = makeTrialCell(provider, plan, (place, signal) => plan.measure({...place, model}, signal))
  return {...cell, onlyScores: model.forecast === undefined}
}

/** Floors and ceiling on the very trials of a plan. */
export async function runStateBaselines(plan: StatePlan, signal: AbortSignal): Promise<Baselines> {
  const {environment, measure} = plan
  const [frozen, oracle] = [frozenModel(environment), localModel(environment, environment)]
  const random = (key: EpisodeKey) => randomModel(environment, seedStream(episodeLabel(key, 'noise')))
  return {
    random: await runAll('random', random),
    frozen: await runAll('frozen', () => frozen),
    oracle: await runAll('oracle', () => oracle),
  }

  async function runAll(provider: string, modelFor: (key: EpisodeKey) => WorldModel): Promise<EvalEpisode[]> {
    const ask: Parameters<typeof makeTrialCell>[2] = (place, use) =>
      measure({...place, model: modelFor(place.key)}, use)
    const episodes: EvalEpisode[] = []
    for (const episode of plan.trials) episodes.push(await runTrial({provider, plan, ask, episode}, signal))
    return episodes
  }
}
