import type {EvalEpisode} from '#contract/generated/types'
import {type EpisodeKey, episodeLabel, seedStream} from '#random/stream'
import type {Cell} from '../model/cell.ts'
import {makeTrialCell, runTrial, type TrialSetup} from './make-trial-cell.ts'
import {frozenModel, localModel, randomModel} from './make-world-model.ts'
import type {MeasureTrial} from './state-trial.ts'
import type {TrialReferences} from './trial-order.ts'
import type {WorldModel} from './world-model.ts'

/** Trials that ask a model of the environment. */
export interface StateSetup extends TrialSetup {
  readonly measure: MeasureTrial
}

/** The cell of a model that has a name. */
export function makeStateCell(provider: string, model: WorldModel, plan: StateSetup): Cell {
  const cell = makeTrialCell(provider, plan, (place, signal) => plan.measure({...place, model}, signal))
  return {...cell, onlyScores: model.forecast === undefined}
}

/** Floors and ceiling on one trial of a plan. */
export async function runStateBaselines(
  plan: StateSetup,
  episode: number,
  signal: AbortSignal,
): Promise<TrialReferences> {
  const {environment, measure} = plan
  const random = (key: EpisodeKey) => randomModel(environment, seedStream(episodeLabel(key, 'noise')))
  return {
    random: await runOne('random', random),
    frozen: await runOne('frozen', () => frozenModel(environment)),
    oracle: await runOne('oracle', () => localModel(environment, environment)),
  }

  function runOne(provider: keyof TrialReferences, modelFor: (key: EpisodeKey) => WorldModel): Promise<EvalEpisode> {
    const ask: Parameters<typeof makeTrialCell>[2] = (place, use) =>
      measure({...place, model: {...modelFor(place.key), reference: provider}}, use)
    return runTrial({provider, plan, ask, episode}, signal)
  }
}
