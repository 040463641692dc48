import {digestValue} from '#provider/model/value-check'
import {CANDIDATE_COUNT, type ContractProbe, pickRows, probeCandidates, scoreRequest} from '../../kit/contract-input.ts'
import {areSameAnswers} from '../../kit/same-answers.ts'
import type {ScoreReply} from '../../model/subject.ts'
import type {ContractCase} from './contract-case.ts'

const ROWS = Array.from({length: CANDIDATE_COUNT}, (_, row) => row)
const REVERSED = ROWS.toReversed()
/** Questions whose best candidate must be the one that is named: who names another one now and then is right in most. Elsewhere each costs time of others. */
const BESTS = {here: 48, elsewhere: 4} as const
/** Far from the episodes of any suite. */
const OTHER = 4_000_000
/** Every row, and three of them a second time. */
const TWICE = [0, 2, 5]
const DOUBLED = [...ROWS, ...TWICE]

/** What a provider that scores promises. Source of the promises: the result rules of the operations contract. */
export const SCORE_CASES: readonly ContractCase[] = [
  {
    name: 'score-shape',
    capability: 'score',
    async check(probe) {
      const {scores, bestIndex} = await scoresOf(probe, ROWS)
      if (scores.length !== CANDIDATE_COUNT) return `${CANDIDATE_COUNT} candidates got ${scores.length} scores`
      if (!scores.every(Number.isFinite)) return 'a score is not finite'
      return ROWS.includes(bestIndex) ? undefined : 'the best index names no candidate'
    },
  },
  {
    name: 'score-order',
    capability: 'score',
    async check(probe) {
      const forward = await scoresOf(probe, ROWS)
      const backward = await scoresOf(probe, REVERSED)
      return areSameAnswers(probe, [forward.scores, backward.scores.toReversed()], {of: 'scores'})
        ? undefined
        : 'scores depend on the order of candidates'
    },
  },
  {
    name: 'score-duplicates',
    capability: 'score',
    async check(probe) {
      const {scores} = await scoresOf(probe, DOUBLED)
      const [firsts, seconds] = [TWICE.map((row) => scores[row]), scores.slice(CANDIDATE_COUNT)]
      return areSameAnswers(probe, [firsts.map(Number), seconds], {of: 'scores', rows: TWICE})
        ? undefined
        : 'equal candidates got different scores'
    },
  },
  {
    name: 'score-single',
    capability: 'score',
    async check(probe) {
      const together = await scoresOf(probe, ROWS)
      for (const row of ROWS) {
        const alone = await scoresOf(probe, [row])
        const pair = [alone.scores, [together.scores[row] ?? Number.NaN]] as const
        if (!areSameAnswers(probe, pair, {of: 'scores', rows: [row]})) return 'a candidate scores differently alone'
      }
      return undefined
    },
  },
  {
    name: 'score-best',
    capability: 'score',
    async check(probe) {
      const questions = probe.subject.inProcess ? BESTS.here : BESTS.elsewhere
      for (let asked = 0; asked < questions; asked++) {
        const key = {...probe.key, episode: probe.key.episode + (asked === 0 ? 0 : OTHER + asked)}
        const reply = await scoresOf({...probe, key}, ROWS)
        const best = bestOf(reply)
        const claims = [reply.bestIndex, ...(reply.claimedBest === undefined ? [] : [reply.claimedBest])]
        if (!claims.every((claim) => claim === best)) return 'the best index is not the best score'
      }
      return undefined
    },
  },
  {
    name: 'score-input',
    capability: 'score',
    async check(probe) {
      const request = scoreRequest(probe, probeCandidates(probe))
      const before = digestValue(request)
      await probe.subject.score(request, probe.signal)
      return digestValue(request) === before ? undefined : 'scoring changed its input'
    },
  },
]

function scoresOf(probe: ContractProbe, rows: readonly number[]): Promise<ScoreReply> {
  const {horizon, actionSize} = probe.environment
  const values = pickRows(probeCandidates(probe), rows, horizon * actionSize)
  return probe.subject.score(scoreRequest(probe, values), probe.signal)
}

/** Lowest or highest score as the provider says, the first on ties. */
function bestOf({scores, lowerIsBetter}: ScoreReply): number {
  const keys = scores.map((score) => (lowerIsBetter ? score : -score))
  return keys.indexOf(Math.min(...keys))
}
