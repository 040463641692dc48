import {WorldStateError} from '#error/provider-error'
import {Action} from '#world/model/action'
import type {Environment} from '#world/model/environment'
import {costOfPath, holdActions, LAST_WEIGHT} from '#world/model/rollout'
import {decodeState, encodeState} from '#world/model/scene'
import type {Situation} from '#world/model/situation'
import type {Candidates, Evaluate, Scores} from '#world/planner/search'
import {Tensor} from '#world/tensor/tensor'
import type {Subject} from '../model/subject.ts'
import {scoreQuestion} from './score-question.ts'

/** How a provider is asked to judge plans, best way first. Predictions are costed by the environment; scores stand for themselves. */
export type PlanningWay = 'predict_batch' | 'predict' | 'score'

/** The way this provider offers, or `undefined` when it cannot be planned with. */
export function planningWay(subject: Pick<Subject, 'capabilities' | 'batched'>): PlanningWay | undefined {
  if (subject.batched) return 'predict_batch'
  return (['predict', 'score'] as const).find((way) => subject.capabilities.includes(way))
}

/** Whether every step of every candidate is a call of its own. */
export function asksOneByOne(subject: Pick<Subject, 'capabilities' | 'batched'>): boolean {
  return planningWay(subject) === 'predict'
}

/** Scores candidates in a situation by asking the provider, of no more in one call than it says that it takes. */
export function evaluateWith(
  subject: Subject,
  environment: Environment,
  way: PlanningWay,
): (now: Situation) => Evaluate {
  const ask = {predict_batch: byBatch, predict: byPredict, score: byScore}[way]
  const most = mostAtOnce(subject)
  return (now) => async (candidates, signal) => {
    if (candidates.samples <= most) return ask({subject, environment, now, candidates, signal})
    const scores: number[] = []
    let lower_is_better = true
    for (const part of partsOf(candidates, most)) {
      const answer = await ask({subject, environment, now, candidates: part, signal})
      scores.push(...Array.from(answer.scores))
      lower_is_better = answer.lower_is_better
    }
    return {scores, lower_is_better}
  }
}

/** How many candidates or ways a provider says that it takes in one call. */
export function mostAtOnce({
  descriptor: {max_samples: most = Number.POSITIVE_INFINITY},
}: Pick<Subject, 'descriptor'>): number {
  return most
}

function partsOf({values, samples, horizon, actionSize}: Candidates, most: number): Candidates[] {
  const size = horizon * actionSize
  return Array.from({length: Math.ceil(samples / most)}, (_, part) => {
    const [from, to] = [part * most, Math.min(samples, (part + 1) * most)]
    return {samples: to - from, horizon, actionSize, values: values.slice(from * size, to * size)}
  })
}

interface Question {
  readonly subject: Subject
  readonly environment: Environment
  readonly now: Situation
  readonly candidates: Candidates
  readonly signal: AbortSignal
}

async function byBatch({subject, environment, now, candidates, signal}: Question): Promise<Scores> {
  const {stateSize, block, key} = environment
  const {samples, horizon, actionSize} = candidates
  const held = block === 1 ? candidates.values : holdActions(candidates.values, actionSize, block)
  const actions = Tensor.over([samples, horizon * block, actionSize], held)
  const answer = await subject.predictBatch(
    {states: Tensor.over([1, stateSize], now.state), actions, environment: key},
    signal,
  )
  const path = answer.elements
  const cost = {environment, goal: now.goal, horizon, block}
  const stride = horizon * block * stateSize
  if (path.length !== samples * stride) throw new WorldStateError('the batch of states has another shape', 'provider')
  const scores = new Float64Array(samples)
  for (let sample = 0; sample < samples; sample++) scores[sample] = costOfPath(cost, path, sample * stride)
  return {scores, lower_is_better: true}
}

/** Costs of candidates from one `predict` an entry of the plan, for providers that know only world states. */
async function byPredict({subject, environment, now, candidates, signal}: Question): Promise<Scores> {
  const {samples, horizon, actionSize, values} = candidates
  const scores = new Float64Array(samples)
  for (let sample = 0; sample < samples; sample++) {
    let world = encodeState(environment, now)
    for (let entry = 0; entry < horizon; entry++) {
      const from = (sample * horizon + entry) * actionSize
      const action = Action.control(Array.from(values.subarray(from, from + actionSize)))
      world = await subject.predict({world_state: world, action, steps: environment.block}, signal)
      const cost = environment.cost(decodeState(environment, world, 'provider').state, now.goal)
      scores[sample] = (scores[sample] ?? 0) + (entry + 1 === horizon ? LAST_WEIGHT : 1) * cost
    }
  }
  return {scores, lower_is_better: true}
}

async function byScore({subject, environment, now, candidates, signal}: Question): Promise<Scores> {
  const answer = await subject.score(scoreQuestion(subject, environment, now, candidates), signal)
  return {scores: answer.scores, lower_is_better: answer.lowerIsBetter}
}
