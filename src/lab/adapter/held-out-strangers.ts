import {analytic} from '#provider/adapter/analytic/analytic'
import {environmentFor, modelProvider, startIn} from '#provider/adapter/analytic/model-provider'
import type {Provider, ScoreRequest} from '#provider/model/provider'
import {rollOut} from '#world/model/rollout'
import type {Start} from '#world/model/situation'
import {Tensor} from '#world/tensor/tensor'
import {HELD_OUT_MODELS} from '../model/held-out-models.ts'
import {stepping} from '../model/stepping.ts'
import {batching, exactProvider, scoring, slot, strangerProfile} from './spoil-provider.ts'

/** A provider of a stranger, and where it is tried; absent is everywhere, by the usual suites. */
export interface HeldOut {
  make(): Provider
  readonly env?: string
  readonly suites?: readonly string[]
}

/** What a score is asked about, and the true ends of the candidates. */
type Costs = (start: Start, ends: readonly (readonly number[])[]) => readonly number[]

const SCORERS: Readonly<Record<string, Omit<HeldOut, 'make'> & {spoil(): Provider}>> = {
  'other-goal': {
    env: 'double-integrator',
    spoil: () => asking(({info, ...more}) => ({...more, info: {...info, goal: turned(info['goal'])}})),
  },
  'from-rest-at-zero': {
    env: 'double-integrator',
    spoil: () =>
      asking(({info, ...more}) => ({...more, info: {...info, observation: Tensor.of('float64', [4], [0, 0, 0, 0])}})),
  },
  'last-left-out': {env: 'double-integrator', spoil: () => asking(shorter)},
  'first-only': {
    env: 'two-room',
    spoil: () =>
      asking(({action_candidates: given, ...more}) => ({...more, action_candidates: firstEntries(given, 1)})),
  },
  'by-rank': {
    env: 'two-room',
    spoil: () =>
      scoring(exactProvider(), (scores) => {
        const order = scores.toSorted((a, b) => a - b)
        return scores.map((score) => order.indexOf(score))
      }),
  },
  saturated: {
    env: 'double-integrator',
    spoil: () => scoring(exactProvider(), (scores) => scores.map((score) => Math.min(score, 4))),
  },
  'angle-not-wrapped': {
    env: 'pendulum',
    spoil: () => byEnds((_, ends) => ends.map(([angle = 0, speed = 0]) => angle * angle + 0.1 * speed * speed)),
  },
  'turned-sign': {
    env: 'pendulum',
    spoil: () => scoring(exactProvider(), (scores) => scores.map((score) => -score)),
  },
}

const BATCHES: Readonly<Record<string, Omit<HeldOut, 'make'> & {spoil(): Provider}>> = {
  'rows-swapped': {
    env: 'two-room',
    spoil: () =>
      batching(exactProvider(), (states, {size, rows}) =>
        rows <= 64
          ? states
          : states.map((value, at) => states[at + (Math.floor(at / size) % 2 === 0 ? size : -size)] ?? value),
      ),
  },
  'last-row-repeated': {
    env: 'pendulum',
    spoil: () =>
      batching(exactProvider(), (states, {size, rows}) =>
        rows % 8 === 1 && rows > 8
          ? states.map((value, at) => (at >= (rows - 1) * size ? (states[at - size] ?? value) : value))
          : states,
      ),
  },
  'half-precision-when-large': {
    env: 'cart-pole',
    spoil: () =>
      batching(exactProvider(), (states, {rows}) =>
        rows < 256 ? states : Tensor.of('float16', [states.length], states).toFloat64(),
      ),
  },
}

const POLICIES: Readonly<Record<string, (u: readonly number[], call: number) => readonly number[]>> = {
  'policy-mirrored': ([x = 0, y = 0]) => [-x, y],
  'policy-too-strong': (u) => u.map((value) => 1.02 * value),
  'policy-constant': () => [0.3, 0.2],
}

const ODD = {env: 'two-room', suites: ['policy']} as const

/** Strangers that no suite was tuned on, by name. Right ones are tried everywhere. */
export const HELD_OUT: Readonly<Record<'right' | 'wrong', Readonly<Record<string, HeldOut>>>> = {
  wrong: {
    ...mapped(HELD_OUT_MODELS, ({env, make}) => ({
      env,
      make: () =>
        modelProvider(strangerProfile(), (environment) => (environment.id === env ? make(environment) : environment)),
    })),
    ...mapped({...SCORERS, ...BATCHES}, ({spoil, ...where}) => ({...where, make: spoil})),
    ...mapped(POLICIES, (change) => ({...ODD, make: () => acting(change)})),
  },
  right: {
    affine: {make: () => scoring(exactProvider(), (scores) => scores.map((score) => 3 * score + 7))},
    logarithm: {make: () => scoring(exactProvider(), (scores) => scores.map((score) => Math.log(1e-3 + score)))},
    'single-scores': {make: () => scoring(exactProvider(), (scores) => scores.map(Math.fround))},
    'wrapped-angles': {
      make: () =>
        modelProvider(strangerProfile(), (environment) =>
          stepping(environment, (_, after) =>
            after.map((value, at) =>
              environment.angles.includes(at) ? value - 2 * Math.PI * Math.round(value / (2 * Math.PI)) : value,
            ),
          ),
        ),
    },
    'single-in-and-out': {
      make: () => batching(exactProvider(), (states) => states.map(Math.fround)),
    },
    'policy-exact': {...ODD, make: () => acting((u) => u)},
    'policy-single': {...ODD, make: () => acting((u) => u.map(Math.fround))},
  },
}

function mapped<From, To>(all: Readonly<Record<string, From>>, make: (one: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [name, make(one)]))
}

/** The exact provider, asked something else when it scores. */
function asking(other: (request: ScoreRequest) => ScoreRequest): Provider {
  const exact = exactProvider()
  return {...exact, score: (request, context) => slot(exact.score)(other(request), context)}
}

/** Scores from where the exact rules end. */
function byEnds(costs: Costs): Provider {
  return {
    ...exactProvider(),
    score({info, action_candidates}) {
      const environment = environmentFor(info['environment'])
      const [, samples = 0, steps = 0] = action_candidates.shape
      const start = startIn(info, environment)
      const path = rollOut(environment, {states: start.state, actions: action_candidates.toFloat64(), samples, steps})
      const size = environment.stateSize
      const ends = Array.from({length: samples}, (_, row) => [
        ...path.slice(((row + 1) * steps - 1) * size, (row + 1) * steps * size),
      ])
      return {scores: costs(start, ends), lower_is_better: true}
    },
  }
}

function acting(change: (u: readonly number[], call: number) => readonly number[]): Provider {
  let calls = 0
  return {
    profile: {...strangerProfile(), capabilities: ['policy'], idempotent: []},
    probe: analytic.probe,
    async policy(request, context) {
      const {raw_actions, ...answer} = await slot(analytic.policy)(request, context)
      const {u} = raw_actions
      if (!(u instanceof Tensor)) return {...answer, raw_actions}
      return {...answer, raw_actions: {u: Tensor.of('float64', u.shape, change([...u.toFloat64()], ++calls))}}
    },
  }
}

function shorter({action_candidates: given, ...more}: ScoreRequest): ScoreRequest {
  return {...more, action_candidates: firstEntries(given, (given.shape[2] ?? 2) - 1)}
}

function firstEntries(given: Tensor, kept: number): Tensor {
  const [, samples = 0, horizon = 0, size = 0] = given.shape
  const values = given.toFloat64().filter((_, at) => at % (horizon * size) < kept * size)
  return Tensor.of(given.dtype, [1, samples, kept, size], values)
}

function turned(goal: unknown): Tensor {
  if (!(goal instanceof Tensor)) throw new TypeError('a goal that is no tensor')
  return Tensor.of(
    goal.dtype,
    goal.shape,
    goal.toFloat64().map((value) => -value),
  )
}
