import {type EpisodeKey, episodeLabel, seedStream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {modelObjective} from '#world/planner/objective'
import {planShape, presetConfig} from '#world/planner/presets'
import {RANKED, randomEntries, startOfEpisode} from '../kit/make-actions.ts'
import {scoreQuestion} from '../kit/score-question.ts'
import type {ScoreReply, Subject} from '../model/subject.ts'
import {measureConfidence} from '../suite/calibration/measure-confidence.ts'
import {measureSigma} from '../suite/calibration/measure-sigma.ts'
import {unlessRefused} from './ask-unless-refused.ts'

const EPISODES = 60
/** The share of truths that a spread stated with every answer should hold. */
const HELD = 0.9

interface Asked {
  readonly subject: Subject
  readonly environment: Environment
  readonly keyOf: (episode: number) => EpisodeKey
  readonly signal: AbortSignal
}

/** How far stated probabilities and spreads are from what comes true. For a provider that states both. */
export async function measureClaims({subject, environment, keyOf, signal}: Asked): Promise<number> {
  const sums = {stated: 0, came: 0, within: 0, answers: 0}
  const config = presetConfig('quick', planShape(environment))
  for (let episode = 0; episode < EPISODES; episode++) {
    const place = {environment, key: keyOf(episode), set: 'all', config}
    const {values = {}} = await measureConfidence(subject, place, signal)
    for (const [name, value] of Object.entries(values)) {
      if (name.startsWith('stated.')) sums.answers++
      sums[name.startsWith('stated.') ? 'stated' : 'came'] += value ?? 0
    }
    const spread = await measureSigma(subject, place, signal)
    sums.within += spread.values?.['within90'] ?? 0
  }
  return Math.max(Math.abs(sums.stated - sums.came) / sums.answers, Math.abs(sums.within / EPISODES - HELD))
}

/**
 * What believing the provider's own word for the best candidate costs, over what a random one costs more than the best. Where an answer is refused, as one
 * that contradicts those before, a random candidate is all that is left.
 */
export async function measureBelief({subject, environment, keyOf, signal}: Asked): Promise<number> {
  const sums = {lost: 0, random: 0}
  const {horizon, actionSize, block} = environment
  for (let episode = 0; episode < EPISODES; episode++) {
    const key = keyOf(episode)
    const now = startOfEpisode(environment, key)
    const values = randomEntries(environment, seedStream(episodeLabel(key, 'candidates')), RANKED * horizon)
    const candidates = {values, samples: RANKED, horizon, actionSize}
    const question = scoreQuestion(subject, environment, now, candidates)
    const answer = await unlessRefused(() => subject.score(question, signal))
    const costs = Array.from(modelObjective({environment, model: environment, start: now, block})(candidates).scores)
    const best = Math.min(...costs)
    const random = costs.reduce((sum, cost) => sum + cost - best, 0) / RANKED
    sums.random += random
    sums.lost += answer === undefined ? random : lostTo(answer, costs)
  }
  return sums.lost / sums.random
}

/** What its scores get wrong is told by the regret of plans; here only what its word gets wrong of its scores. */
function lostTo({claimedBest, bestIndex}: ScoreReply, costs: readonly number[]): number {
  const own = costs[bestIndex] ?? Number.NaN
  return Math.max(0, (costs[claimedBest ?? bestIndex] ?? own) - own)
}
