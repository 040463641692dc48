import {type EpisodeKey, episodeLabel} from '#random/stream'
import {kendallTauB} from '#stats/correlation'
import type {Environment} from '#world/model/environment'
import {bestCandidates} from '#world/planner/search'
import {kept} from '../../kit/kept.ts'
import {makeNearElites, RANKED} from '../../kit/make-actions.ts'
import type {StateTest, TrialPlace} from '../../kit/state-trial.ts'
import {type RankingQuestion, scoreMeanings} from '../../kit/true-costs.ts'
import type {WorldModel} from '../../kit/world-model.ts'
import {agreement, type CostOrder, costOrder} from './cost-order.ts'
import {alikeCount, alikeQuestions, type ElitesOf, makeRankingQuestion} from './make-ranking-question.ts'
import {ASKED_OTHERWISE, candidatesOf, isOfScores, type RankedKind, usualKindOf} from './ranking-sets.ts'

/** The best tenth of the candidates. */
const ELITES = Math.ceil(RANKED / 10)
/** Far from the episodes of any suite. */
const ELSEWHERE = 5_000_000
/** What each candidate truly costs, lower is better. */
interface Truth extends RankingQuestion {
  /** Where it ends. */
  readonly ends: CostOrder
  /** What a score may mean: that, what a planner would make of its whole way, or the sum over every step of it. */
  readonly meanings: readonly CostOrder[]
}

interface Scene extends Truth {
  /** For a question in an unusual form: the usual question that it is held against, and what is asked between the two without being judged. */
  readonly usual?: Truth
  readonly before: readonly RankingQuestion[]
}

/** Orders candidates from one state by what the model says of them, against what they really come to. The same scene serves forecasts and scores. */
export function makeRankingTest(): StateTest<Scene> {
  const [truths, elites] = [new Map<string, Promise<Truth>>(), new Map<string, Promise<Float64Array>>()]
  const remembered: TruthOf = (kind, environment, key, signal) => {
    const label = episodeLabel(key, 'reset')
    const elitesOf: ElitesOf = (start) =>
      kept(elites, `${label}|${start.state}|${start.goal}`, () => makeNearElites(environment, key, start, signal))
    return kept(truths, `${label}|${kind}`, () => truthOf(kind, environment, key, elitesOf))
  }
  return {
    evals: ({environment, set}) => questionsOf(set, environment) * RANKED * environment.horizon * environment.block,
    calls: ({environment, set}) => (isOfScores(set) ? questionsOf(set, environment) : RANKED * environment.horizon),
    prepare: (trial, signal) => prepareScene(trial, remembered, signal),
    async measure(scene, {model, set}, signal) {
      if (!isOfScores(set)) return outcomeOf(costOrder(await endCosts(model, scene, signal)), scene.ends)
      const usual = scene.usual && (await orderOfScores(model, scene.usual, signal))
      if (!model.isPure) for (const question of scene.before) await scoresOf(model, question, signal)
      const outcome = await orderOfScores(model, scene, signal)
      if (usual === undefined) return outcome
      const [before, now] = [usual.values.rho, outcome.values.rho]
      return {...outcome, values: {...outcome.values, loss: before === null || now === null ? null : before - now}}
    },
  }
}

/** A provider need not say what its scores mean: what they are nearest to. */
async function orderOfScores(model: WorldModel, {meanings, ...question}: Truth, signal: AbortSignal) {
  const believed = costOrder(await scoresOf(model, question, signal))
  let [nearest, best] = [question.ends, Number.NEGATIVE_INFINITY]
  for (const meaning of meanings) {
    const rho = agreement(believed, meaning) ?? 0
    if (rho > best) [nearest, best] = [meaning, rho]
    if (best === 1) break
  }
  return outcomeOf(believed, nearest)
}

function outcomeOf(believed: CostOrder, truth: CostOrder) {
  const rho = agreement(believed, truth)
  if (rho !== undefined) return {values: rankValues(believed.costs, truth.costs, rho)}
  if (truth.costs.every((cost) => cost === truth.costs[0]))
    return {values: {rho: null, tau: null, recall: null, regret: null}, reason: 'no_order'}
  return {values: rankValues(believed.costs, truth.costs, 0), reason: 'constant_scores'}
}

type TruthOf = (kind: RankedKind, environment: Environment, key: EpisodeKey, signal: AbortSignal) => Promise<Truth>

async function prepareScene({environment, key, set}: TrialPlace, truth: TruthOf, signal: AbortSignal): Promise<Scene> {
  const kind = candidatesOf(set)
  if (!ASKED_OTHERWISE.includes(set)) return {...(await truth(kind, environment, key, signal)), before: []}
  const away = (times: number) => ({...key, episode: key.episode + times * ELSEWHERE})
  // Nothing of what is alike was asked in any other set, nor before: an answer that was kept for another question must be a wrong one. What is
  // narrow comes of a search that is made for another set anyway.
  const own = kind === 'alike' ? away(2) : kind === 'narrow' ? key : away(1)
  const usualKey = kind === 'alike' ? away(3) : away(1)
  const question = await truth(kind, environment, own, signal)
  const usual = await truth(usualKindOf(kind), environment, usualKey, signal)
  return {...question, usual, before: kind === 'alike' ? alikeQuestions(question, own) : []}
}

async function truthOf(
  kind: RankedKind,
  environment: Environment,
  key: EpisodeKey,
  elitesOf: ElitesOf,
): Promise<Truth> {
  const question = await makeRankingQuestion(kind, environment, key, elitesOf)
  const {way, end, steps} = scoreMeanings(question)
  const ends = costOrder(end)
  return {...question, ends, meanings: [costOrder(way), ends, costOrder(steps)]}
}

/** How often a trial asks. */
function questionsOf(set: string, environment: Environment): number {
  if (!ASKED_OTHERWISE.includes(set)) return 1
  return candidatesOf(set) === 'alike' ? 2 + alikeCount(environment) : 2
}

/** Cost where each candidate ends in the eyes of a model, lower is better. */
async function endCosts(model: WorldModel, question: RankingQuestion, signal: AbortSignal): Promise<Float64Array> {
  const {environment, now, actions} = question
  const {horizon, block, stateSize} = environment
  if (!model.forecast) throw new Error('a model without forecasts sees no ends')
  const states = await model.forecast({now, actions, samples: RANKED, block}, signal)
  return new Float64Array(RANKED).map((_, sample) =>
    environment.cost(states, now.goal, ((sample + 1) * horizon - 1) * stateSize),
  )
}

/** What a provider itself says of each candidate, turned so that lower is better. */
async function scoresOf(model: WorldModel, question: RankingQuestion, signal: AbortSignal): Promise<Float64Array> {
  const {environment, now, actions} = question
  const {horizon, block, actionSize} = environment
  const held = environment.usual && model.heldScoresIn?.(now, block)
  const evaluate = held ?? model.scoresIn?.(now) ?? model.evaluateIn(now)
  const {scores, lower_is_better} = await evaluate({values: actions, samples: RANKED, horizon, actionSize}, signal)
  const told = new Float64Array(scores)
  return lower_is_better ? told : told.map((score) => -score)
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
