import {environmentFor, environmentIn, modelProvider, startIn} from '#provider/adapter/analytic/model-provider'
import type {Provider} from '#provider/model/provider'
import {Action, controlOf} from '#world/model/action'
import {holdActions, rollOut} from '#world/model/rollout'
import {decodeState} from '#world/model/scene'
import {Tensor} from '#world/tensor/tensor'
import {halfPrecision, RIGHT_MODELS, type StrangerModel, WRONG_MODELS} from '../model/stranger-models.ts'
import {batching, type Change, exactProvider, predicting, scoring, slot, strangerProfile} from './spoil-provider.ts'

type Spoil = (exact: Provider) => Provider

/** Adapters of strangers around the exact rules, each wrong in how it answers. */
const WRONG_ADAPTERS: Readonly<Record<string, Spoil>> = {
  'nan-once': (exact) =>
    counting(
      exact,
      (calls) => calls % 2000 === 0,
      (after) => after.fill(Number.NaN),
    ),
  'stops-at-5000': (exact) =>
    counting(
      exact,
      (calls) => calls > 5000,
      (_, before) => before,
    ),
  'other-400th': (exact) =>
    counting(
      exact,
      (calls) => calls % 400 === 0,
      (after) => after.map((value) => value + 0.1),
    ),
  'teleport-move-to': (exact) =>
    predicting(
      exact,
      (_, change, action) => (action === 'move_to' ? change : undefined),
      (after, before) => after.map((value, entry) => value + 4 * (value - (before[entry] ?? 0))),
    ),
  'batch-delayed': (exact) =>
    batching(exact, (states, {step}) =>
      states.map((value, at) => (at % (2 * step) >= step ? (states[at - step] ?? value) : value)),
    ),
  'batch-large': (exact) =>
    batching(exact, (states, {rows}) => (rows > 100 ? states.map((value) => 1.1 * value) : states)),
  'batch-position': (exact) =>
    batching(exact, (states, {size}) =>
      states.map((value, at) => (Math.floor(at / size) === 7 ? value + 0.05 : value)),
    ),
  'batch-shared': (exact) => {
    const buffers = new Map<number, Float64Array>()
    return batching(exact, (states) => {
      const shared = buffers.get(states.length) ?? new Float64Array(states.length)
      buffers.set(states.length, shared)
      shared.set(states)
      return shared
    })
  },
  'batch-odd': (exact) =>
    batching(exact, (states, {size, rows}) =>
      rows > 64 && rows % 2 === 1
        ? states.map((value, at) => states[at >= states.length - size ? at - size : at] ?? value)
        : states,
    ),
  'batch-middle': (exact) =>
    batching(exact, (states, {rows}) => (rows > 12 && rows < 32 ? states.map((value) => 1.05 * value) : states)),
  'batch-one-step': (exact) =>
    batching(exact, (states, {size, step}) => (size === step ? states.map((value) => 0.9 * value) : states)),
  'step-lost': (exact) => ({
    ...exact,
    async predict(request, context) {
      const lost = request.steps > 5 && request.steps < 30 ? 1 : 0
      const {state, ...answer} = await slot(exact.predict)({...request, steps: request.steps - lost}, context)
      return {...answer, state: {...state, step: state.step + lost}}
    },
  }),
  'target-held': (exact) => ({
    ...exact,
    predict(request, context) {
      if (request.action.type !== 'move_to') return slot(exact.predict)(request, context)
      const environment = environmentIn(request.world_state)
      const {state} = decodeState(environment, request.world_state)
      const held = Action.control(controlOf(environment, state, request.action))
      return slot(exact.predict)({...request, action: held}, context)
    },
  }),
  'score-begun': (exact) => ({
    ...exact,
    score(request, context) {
      const {action_candidates: given} = request
      const [, samples = 0, horizon = 0, size = 0] = given.shape
      const kept = Math.ceil(horizon / 2)
      const begun = given.toFloat64().filter((_, at) => at % (horizon * size) < kept * size)
      return slot(exact.score)(
        {...request, action_candidates: Tensor.of(given.dtype, [1, samples, kept, size], begun)},
        context,
      )
    },
  }),
  'score-hash': (exact) => scoring(exact, (scores) => scores.map((score) => Math.abs(Math.sin(score * 1e4)))),
  'score-turned': (exact) => scoring(exact, (scores) => scores.map((score) => -score)),
  'score-actions': (exact) =>
    scoring(exact, (scores, actions) => {
      const size = actions.length / scores.length
      return scores.map((_, at) =>
        actions.subarray(at * size, (at + 1) * size).reduce((sum, value) => sum + value * value, 0),
      )
    }),
  'score-near-goal': (exact) =>
    scoring(exact, (scores) => (Math.min(...scores) < 1 ? scores.map((score) => -score) : scores)),
}

/** Providers of strangers by name, made anew each time: they remember. */
export const STRANGERS: Readonly<Record<'right' | 'wrong', Readonly<Record<string, () => Provider>>>> = {
  wrong: {
    ...ofModels(WRONG_MODELS),
    ...Object.fromEntries(Object.entries(WRONG_ADAPTERS).map(([name, spoil]) => [name, () => spoil(exactProvider())])),
  },
  right: {
    ...ofModels(RIGHT_MODELS),
    float16: () => {
      const halves = modelProvider(strangerProfile(), (environment) => halfPrecision(environment))
      return {...halves, descriptor: {...halves.descriptor, float_type: 'float16'}}
    },
    'scores-ends': () => endsOf(exactProvider()),
    'only-scores': () => {
      const {predict: _, predictBatch: __, ...rest} = exactProvider()
      return {...rest, profile: {...rest.profile, capabilities: ['score'], idempotent: ['score']}}
    },
    'only-predicts': () => {
      const {score: _, predictBatch: __, ...rest} = exactProvider()
      return {...rest, profile: {...rest.profile, capabilities: ['predict'], idempotent: ['predict']}}
    },
  },
}

/** Scores the end of a candidate alone: as good an answer as its whole way. */
function endsOf(exact: Provider): Provider {
  return {
    ...exact,
    score({info, action_candidates: given}) {
      const environment = environmentFor(info['environment'])
      const [, samples = 0, horizon = 0, actionSize = 0] = given.shape
      const block = Number(info['action_block'])
      const [start, steps] = [startIn(info, environment), horizon * block]
      const actions = holdActions(given.toFloat64(), actionSize, block)
      const path = rollOut(environment, {states: start.state, actions, samples, steps})
      const scores = Array.from({length: samples}, (_, row) =>
        environment.cost(path, start.goal, ((row + 1) * steps - 1) * environment.stateSize),
      )
      return {scores, lower_is_better: true}
    },
  }
}

function ofModels(models: Readonly<Record<string, StrangerModel>>): Record<string, () => Provider> {
  return Object.fromEntries(
    Object.entries(models).map(([name, model]) => [
      name,
      () => modelProvider(strangerProfile(), (environment) => model(environment) ?? environment),
    ]),
  )
}

/** Wrong in some calls of `predict`, counted from 1. */
function counting(exact: Provider, isWrong: (calls: number) => boolean, change: Change): Provider {
  let calls = 0
  return predicting(exact, (_, wrong) => (isWrong(++calls) ? wrong : undefined), change)
}
