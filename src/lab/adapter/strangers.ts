import {modelProvider} from '#provider/adapter/analytic/model-provider'
import type {Provider} from '#provider/model/provider'
import {halfPrecision, RIGHT_MODELS, type StrangerModel, WRONG_MODELS} from '../model/stranger-models.ts'
import {batching, type Change, exactProvider, predicting, scoring, strangerProfile} from './spoil-provider.ts'

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
