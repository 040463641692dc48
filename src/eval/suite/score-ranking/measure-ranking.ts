import {episodeLabel, seedStream} from '#random/stream'
import {kendallTauB, spearman} from '#stats/correlation'
import type {Environment} from '#world/model/environment'
import type {Situation} from '#world/model/situation'
import {bestCandidates} from '#world/planner/search'
import {makeNearElites, RANKED, randomEntries, startOfEpisode} from '../../kit/make-actions.ts'
import {localModel} from '../../kit/make-world-model.ts'
import type {StateTest} from '../../kit/state-trial.ts'
import type {WorldModel} from '../../kit/world-model.ts'

/** The best tenth of the candidates. */
const ELITES = Math.ceil(RANKED / 10)

interface Scene extends Question {
  readonly truth: Float64Array
}

/** Orders candidates from one state by what the model says of them, against what they really come to in the end. */
export const rankingTest: StateTest<Scene> = {
  evals: ({environment}) => RANKED * environment.horizon * environment.block,
  async prepare({environment, key, set}, signal) {
    const now = startOfEpisode(environment, key)
    const actions =
      set === 'random'
        ? randomEntries(environment, seedStream(episodeLabel(key, 'candidates')), RANKED * environment.horizon)
        : await makeNearElites(environment, key, signal)
    const question = {environment, now, actions}
    return {...question, truth: await askCosts(localModel(environment, environment), question, signal)}
  },
  async measure({truth, ...question}, {model}, signal) {
    const believed = await askCosts(model, question, signal)
    const rho = spearman(believed, truth)
    if (rho !== undefined) return {values: rankValues(believed, truth, rho)}
    if (truth.every((cost) => cost === truth[0])) {
      return {values: {rho: null, tau: null, recall: null, regret: null}, reason: 'no_order'}
    }
    return {values: rankValues(believed, truth, 0), reason: 'constant_scores'}
  },
}

interface Question {
  readonly environment: Environment
  readonly now: Situation
  readonly actions: Float64Array
}

/** Cost where each candidate ends, lower is better; a provider that only scores speaks for itself. */
async function askCosts(model: WorldModel, question: Question, signal: AbortSignal): Promise<Float64Array> {
  const {environment, now, actions} = question
  const {horizon, block, stateSize, actionSize} = environment
  if (!model.forecast) {
    const candidates = {values: actions, samples: RANKED, horizon, actionSize}
    const {scores, lower_is_better} = await model.evaluateIn(now)(candidates, signal)
    return Float64Array.from(scores, (score) => (lower_is_better ? score : -score))
  }
  const states = await model.forecast({now, actions, samples: RANKED, block}, signal)
  return Float64Array.from({length: RANKED}, (_, sample) =>
    environment.cost(states, now.goal, ((sample + 1) * horizon - 1) * stateSize),
  )
}

function rankValues(believed: Float64Array, truth: Float64Array, rho: number) {
  const [chosen, best] = [bestCandidates(believed, ELITES), bestCandidates(truth, ELITES)]
  const elites = new Set(best)
  const found = chosen.filter((index) => elites.has(index)).length
  const least = truth[best[0] ?? 0] ?? Number.NaN
  const mean = truth.reduce((sum, cost) => sum + cost, 0) / truth.length
  return {
    rho,
    tau: kendallTauB(believed, truth) ?? 0,
    recall: found / ELITES,
    regret: ((truth[chosen[0] ?? 0] ?? Number.NaN) - least) / (mean - least),
  }
}
