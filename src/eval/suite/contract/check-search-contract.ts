import type {ScoreRequest} from '#provider/model/provider'
import type {Stream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import {holdActions, rollOut} from '#world/model/rollout'
import type {Situation} from '#world/model/situation'
import {
  type ContractProbe,
  pickRows,
  probeCandidates,
  probeDraws,
  probeStart,
  scoreRequest,
} from '../../kit/contract-input.ts'
import {floatTypeOf} from '../../kit/float-type.ts'
import {NoiseRooms} from '../../kit/noise-room.ts'
import {areSame} from '../../kit/same-answers.ts'
import {ALL_ROWS, elsewhere, SCORE} from './ask-operation.ts'
import type {ContractCase} from './contract-case.ts'

/** How often a planner looks again on its way to one goal. */
const ROUNDS = 8
/** Plans that follow the best one are off it by up to so much. */
const NEAR = 0.5

/** A planner that looks again asks about the same goal from where its last plan led: each question is answered as it is by itself. */
export const SEARCH_CASES: readonly ContractCase[] = [
  {
    name: 'score-onward',
    capability: 'score',
    spread: 'episodes',
    async check(probe) {
      const {subject, signal} = probe
      if (!subject.deterministic) return undefined
      const rounds: Round[] = []
      for (let asked = firstPlans(probe); rounds.length < ROUNDS; ) {
        const request = scoreRequest(probe, asked.actions, asked.now)
        const {scores, bestIndex: best} = await subject.score(request, signal)
        rounds.push({...asked, request, scores: Float64Array.from(scores)})
        asked = plansFrom(asked, best, probe)
      }
      for (const [at, round] of [...rounds.entries()].reverse()) {
        await SCORE.ask(elsewhere(probe, at + 1), ALL_ROWS)
        const {scores} = await subject.score(round.request, signal)
        if (!areSameScores(probe, round, scores))
          return `scores are others where a search goes on from where its last plan led, for the ${at + 1}th time, than by themselves`
      }
      return undefined
    },
  },
]

/** Candidates `[samples, horizon, actionSize]` from a situation. */
interface Plans {
  readonly now: Situation
  readonly actions: Float64Array
}

interface Round extends Plans {
  readonly request: ScoreRequest
  readonly scores: Float64Array
}

function firstPlans(probe: ContractProbe): Plans {
  return {now: probeStart(probe), actions: probeCandidates(probe)}
}

/** After the best plan was followed for as long as a planner follows one: what is left of it and plans near that, or in every second case the same plans once more. */
function plansFrom({now, actions}: Plans, best: number, probe: ContractProbe): Plans {
  const {environment, key} = probe
  const {horizon, actionSize} = environment
  const plan = pickRows(actions, [best], horizon * actionSize)
  const next = {...now, state: endOf(environment, now, plan)}
  return {now: next, actions: key.episode % 2 === 1 ? actions : plansNear(environment, plan, probeDraws(probe))}
}

function endOf(environment: Environment, now: Situation, plan: Float64Array): Float64Array {
  const {execute, block, actionSize, stateSize} = environment
  const followed = plan.subarray(0, execute * actionSize)
  const steps = execute * block
  const way = rollOut(environment, {
    states: now.state,
    actions: holdActions(followed, actionSize, block),
    samples: 1,
    steps,
  })
  return way.slice(-stateSize)
}

function plansNear({execute, actionSize}: Environment, plan: Float64Array, stream: Stream): Float64Array {
  const rest = Float64Array.from({length: plan.length}, (_, at) => plan[at + execute * actionSize] ?? 0)
  const near = () => rest.map((value) => Math.max(-1, Math.min(1, value + NEAR * (2 * stream.uniform() - 1))))
  return Float64Array.from(ALL_ROWS.flatMap((row) => [...(row === 0 ? rest : near())]))
}

/** Each question begins somewhere else, and what hangs on roundings there is another thing. */
function areSameScores({environment, subject}: ContractProbe, {now, actions, scores}: Round, again: readonly number[]) {
  return areSame([scores, again], floatTypeOf(subject), function* () {
    for (const {scores: room} of new NoiseRooms({environment, now, actions})) yield room
  })
}
