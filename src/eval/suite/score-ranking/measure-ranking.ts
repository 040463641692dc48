import {type EpisodeKey, episodeLabel, type Stream, seedStream} from '#random/stream'
import {kendallTauB, spearman} from '#stats/correlation'
import {clip} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import type {Situation} from '#world/model/situation'
import {bestCandidates} from '#world/planner/search'
import {makeNearElites, RANKED, randomEntries, startOfEpisode} from '../../kit/make-actions.ts'
import {localModel} from '../../kit/make-world-model.ts'
import type {StateTest, TrialPlace} from '../../kit/state-trial.ts'
import type {WorldModel} from '../../kit/world-model.ts'
import {drawPlace, placeInTheWay} from '../fidelity/places.ts'
import {nearGoal} from './near-goal.ts'
import {candidatesOf, isOfScores} from './ranking-sets.ts'

/** The best tenth of the candidates. */
const ELITES = Math.ceil(RANKED / 10)
/** Sixty-four costs lie a hundred times farther apart; noise of 1e-6 in each step of a state comes to half of it. */
const SAME = 1e-4
/** How far the entries of a candidate that keeps a direction lie around it. */
const UNSTEADY = 0.5

interface Question {
  readonly environment: Environment
  readonly now: Situation
  readonly actions: Float64Array
}

/** `ends`: the true cost where each candidate ends. `paths`: what a planner would make of its whole way. Lower is better. */
interface Scene extends Question {
  readonly ends: Float64Array
  readonly paths: Float64Array
}

/** Orders candidates from one state by what the model says of them, against what they really come to. The same scene serves forecasts and scores. */
export function makeRankingTest(): StateTest<Scene> {
  const scenes = new Map<string, Promise<Scene>>()
  return {
    evals: ({environment}) => RANKED * environment.horizon * environment.block,
    calls: ({environment, set}) => (isOfScores(set) ? 1 : RANKED * environment.horizon),
    prepare(trial, signal) {
      const label = `${episodeLabel(trial.key, 'reset')}|${candidatesOf(trial.set)}`
      const scene = scenes.get(label) ?? prepareScene(trial, signal)
      scenes.set(label, scene)
      return scene
    },
    async measure(scene, {model, set}, signal) {
      const byScores = isOfScores(set)
      const believed = distinct(byScores ? await scoresOf(model, scene, signal) : await endCosts(model, scene, signal))
      // A score may mean the whole way or its end, and a provider need not say which.
      const truth =
        byScores && agreement(believed, scene.paths) > agreement(believed, scene.ends) ? scene.paths : scene.ends
      const rho = spearman(believed, truth)
      if (rho !== undefined) return {values: rankValues(believed, truth, rho)}
      if (truth.every((cost) => cost === truth[0])) {
        return {values: {rho: null, tau: null, recall: null, regret: null}, reason: 'no_order'}
      }
      return {values: rankValues(believed, truth, 0), reason: 'constant_scores'}
    },
  }
}

async function prepareScene({environment, key, set}: TrialPlace, signal: AbortSignal): Promise<Scene> {
  const kind = candidatesOf(set)
  const now = startOf(kind, environment, key)
  const actions = await entriesOf(kind, environment, key, signal)
  const question = {environment, now, actions}
  const exact = localModel(environment, environment)
  const [ends, paths] = [await endCosts(exact, question, signal), await scoresOf(exact, question, signal)]
  return {...question, ends: distinct(ends), paths: distinct(paths)}
}

function entriesOf(kind: string, environment: Environment, key: EpisodeKey, signal: AbortSignal) {
  if (kind === 'near-elite') return makeNearElites(environment, key, signal)
  const draws = seedStream(episodeLabel(key, 'candidates'))
  const count = RANKED * environment.horizon
  if (kind === 'contact') return steadyEntries(environment, draws, count)
  const entries = randomEntries(environment, draws, count)
  return kind === 'late' ? partingLate(environment, entries) : entries
}

/** Candidates that begin as the first of them does and part in the middle: what is left to choose when a search has nearly ended. */
function partingLate({actionSize, horizon}: Environment, entries: Float64Array): Float64Array {
  const [size, shared] = [horizon * actionSize, Math.floor(horizon / 2) * actionSize]
  return entries.map((value, at) => (at % size < shared ? (entries[at % size] ?? value) : value))
}

/** Entries that keep a direction for a whole candidate, so that it gets somewhere, or is kept from it. */
function steadyEntries({actionSize, horizon}: Environment, stream: Stream, entries: number): Float64Array {
  const u = () => 2 * stream.uniform() - 1
  const heading = new Float64Array(actionSize)
  return Float64Array.from({length: entries * actionSize}, (_, at) => {
    if (at % (horizon * actionSize) === 0) for (let axis = 0; axis < actionSize; axis++) heading[axis] = u()
    return clip((heading[at % actionSize] ?? 0) + UNSTEADY * u(), -1, 1)
  })
}

function startOf(kind: string, environment: Environment, key: EpisodeKey): Situation {
  const start = startOfEpisode(environment, key)
  const draws = seedStream(episodeLabel(key, 'noise'))
  if (kind === 'near-goal') return nearGoal(environment, start, draws)
  return kind === 'contact' ? {...start, ...drawPlace(environment, placeInTheWay(environment), draws)} : start
}

/** Costs that lie nearer together than a share of their spread are the same one: their order would be that of roundings and noise. */
function distinct(costs: Float64Array): Float64Array {
  const nearest = (Math.max(...costs) - Math.min(...costs)) * SAME
  if (!Number.isFinite(nearest)) return costs
  const told = costs.slice()
  const order = Array.from(costs.keys()).sort((one, other) => (costs[one] ?? 0) - (costs[other] ?? 0))
  let before: number | undefined
  for (const index of order) {
    const isSame = before !== undefined && (costs[index] ?? 0) - (costs[before] ?? 0) <= nearest
    if (isSame) told[index] = told[before ?? index] ?? Number.NaN
    before = index
  }
  return told
}

function agreement(believed: Float64Array, truth: Float64Array): number {
  return spearman(believed, truth) ?? 0
}

/** Cost where each candidate ends in the eyes of a model, lower is better. */
async function endCosts(model: WorldModel, question: Question, signal: AbortSignal): Promise<Float64Array> {
  const {environment, now, actions} = question
  const {horizon, block, stateSize} = environment
  if (!model.forecast) throw new Error('a model without forecasts sees no ends')
  const states = await model.forecast({now, actions, samples: RANKED, block}, signal)
  return Float64Array.from({length: RANKED}, (_, sample) =>
    environment.cost(states, now.goal, ((sample + 1) * horizon - 1) * stateSize),
  )
}

/** What a provider itself says of each candidate, turned so that lower is better. */
async function scoresOf(model: WorldModel, question: Question, signal: AbortSignal): Promise<Float64Array> {
  const {environment, now, actions} = question
  const {horizon, actionSize} = environment
  const evaluate = (model.scoresIn ?? model.evaluateIn)(now)
  const {scores, lower_is_better} = await evaluate({values: actions, samples: RANKED, horizon, actionSize}, signal)
  return Float64Array.from(scores, (score) => (lower_is_better ? score : -score))
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
