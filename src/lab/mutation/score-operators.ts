import {environmentFor, modelProvider, startIn} from '#provider/adapter/analytic/model-provider'
import type {Provider, ScoreRequest} from '#provider/model/provider'
import {hashedStream} from '#world/math/hashed-stream'
import type {Environment} from '#world/model/environment'
import {holdActions, LAST_WEIGHT, rollOut} from '#world/model/rollout'
import {withGain} from '#world/model/usual-shifts'
import {Tensor} from '#world/tensor/tensor'
import {scoring, slot, strangerProfile} from '../adapter/spoil-provider.ts'
import {operatorsOf} from './operator.ts'

const {adapter} = operatorsOf('score')

/** Right forecasts, and scores that do not follow from them. */
export const SCORE_OPERATORS = [
  // Spread of a factor on each score.
  adapter({name: 'score-noise', magnitudes: [0.002, 0.01, 0.05, 0.3]}, (exact, spread) =>
    scoring(exact, (scores) =>
      scores.map((score) => score * (1 + spread * hashedStream(Float64Array.of(score)).gaussian())),
    ),
  ),
  // The unit that scores come in.
  adapter({name: 'score-steps', magnitudes: [0.01, 0.05, 0.25, 2]}, (exact, unit) =>
    scoring(exact, (scores) => scores.map((score) => unit * Math.round(score / unit))),
  ),
  // Below so much of the usual cost all is well: what is near the goal is not told apart.
  adapter({name: 'score-floor', magnitudes: [0.01, 0.1, 1, 10]}, (exact, least) =>
    scoring(exact, (scores) => scores.map((score) => Math.max(score, least))),
  ),
  // Error scales by which the goal is taken to lie elsewhere.
  adapter({name: 'score-goal', magnitudes: [0.01, 0.05, 0.2, 0.8]}, elsewhere),
  // What each entry of a plan counts less than the one before.
  adapter({name: 'score-discount', magnitudes: [0.02, 0.08, 0.25, 0.6]}, (exact, lost) => ({
    ...exact,
    score: (request) => ({scores: costsOf(request, lost), lower_is_better: true}),
  })),
  // Commands are taken for weaker ones, in scores alone.
  adapter({name: 'score-gain', magnitudes: [0.01, 0.05, 0.2, 0.6]}, (exact, lost) => {
    const {score} = modelProvider(strangerProfile(), (environment) => withGain(environment, 1 - lost))
    return {...exact, score: slot(score)}
  }),
]

function elsewhere(exact: Provider, scales: number): Provider {
  return {
    ...exact,
    score({info, ...more}, context) {
      const environment = environmentFor(info['environment'])
      const {goal} = startIn(info, environment)
      const moved = goal.map((value, at) =>
        at === 0 ? value + scales * (environment.sigma[goalEntry(environment)] ?? 1) : value,
      )
      const told = {...info, goal: Tensor.of('float64', [moved.length], moved)}
      return slot(exact.score)({...more, info: told}, context)
    },
  }
}

/** The entry of the state that the first number of a goal speaks of. */
function goalEntry({id}: Environment): number {
  return id === 'push-block' ? 2 : 0
}

function costsOf({info, action_candidates}: ScoreRequest, lost: number): readonly number[] {
  const environment = environmentFor(info['environment'])
  const [, samples = 0, horizon = 0, actionSize = 0] = action_candidates.shape
  const block = Number(info['action_block'] ?? environment.block)
  const {state, goal} = startIn(info, environment)
  const actions = holdActions(action_candidates.toFloat64(), actionSize, block)
  const path = rollOut(environment, {states: state, actions, samples, steps: horizon * block})
  return Array.from({length: samples}, (_, sample) => {
    let sum = 0
    for (let entry = 1; entry <= horizon; entry++) {
      const at = (sample * horizon + entry) * block * environment.stateSize - environment.stateSize
      const weight = (entry === horizon ? LAST_WEIGHT : 1) * (1 - lost) ** (entry - 1)
      sum += weight * environment.cost(path, goal, at)
    }
    return sum
  })
}
