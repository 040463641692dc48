import {AssayError} from '#error/assay-error'
import {ProviderError} from '#error/provider-error'
import {environmentIn, modelProvider} from '#provider/adapter/analytic/model-provider'
import {zooProfile} from '#provider/catalogue/builtin-profiles'
import type {BatchAnswer, CallContext, PredictAnswer, Provider, ScoreAnswer} from '#provider/model/provider'
import {decodeState, encodeState} from '#world/model/scene'
import type {WorldState} from '#world/model/world-state'
import {Tensor} from '#world/tensor/tensor'
import {mutantModel} from '../model/mutants.ts'
import {claimingProvider, mannerNamed} from './claims.ts'

/** Calls after which `flaky` fails once. */
const FLAKY_EVERY = 7

/** Faults of the adapter rather than of the model. Each takes a provider with the exact rules and spoils it. */
const FAULTS: Readonly<Record<string, (exact: Provider) => Provider>> = {
  nan: (exact) => scoring(exact, (answer) => ({...answer, scores: scoresOf(answer).with(-1, Number.NaN)})),
  'off-by-one-count': (exact) => scoring(exact, (answer) => ({...answer, scores: scoresOf(answer).slice(1)})),
  'best-index-liar': (exact) =>
    scoring(exact, (answer) => {
      const scores = scoresOf(answer)
      return {...answer, best_index: scores.indexOf(Math.max(...scores))}
    }),
  'order-sensitive': (exact) =>
    scoring(exact, (answer) => ({...answer, scores: scoresOf(answer).map((score, at) => score + 0.01 * at)})),
  unseeded: (exact) =>
    scoring(apart(exact), (answer) => ({
      ...answer,
      scores: scoresOf(answer).map((score) => score + Math.random() / 100),
    })),
  slow: (exact) => ({
    ...exact,
    predict: later(slot(exact.predict)),
    predictBatch: later(slot(exact.predictBatch)),
    score: later(slot(exact.score)),
  }),
  'wrong-shape': (exact) =>
    predicting(exact, ({states, ...answer}) => {
      const [samples = 0, steps = 0, size = 0] = states.shape
      return {...answer, states: new Tensor(states.dtype, [samples, steps * size], states.bytes)}
    }),
  'input-mutating': (exact) => ({
    ...exact,
    async score(request, context) {
      const answer = await slot(exact.score)(request, context)
      request.action_candidates.bytes.fill(0)
      return answer
    },
  }),
  flaky: (exact) => {
    let calls = 0
    const fail = () => {
      if (++calls % FLAKY_EVERY === 0) throw new ProviderError('upstream_error', 'a call in seven fails')
    }
    return predicting(
      scoring(apart(exact), (answer) => {
        fail()
        return answer
      }),
      (answer) => {
        fail()
        return answer
      },
    )
  },
  'colour-sensitive': (exact) => ({
    ...exact,
    async predict(request, context): Promise<PredictAnswer> {
      const answer = await slot(exact.predict)(request, context)
      const environment = environmentIn(request.world_state)
      const seen = decodeState(environment, answer.state)
      const shift = rednessOf(request.world_state)
      const state = seen.state.map((value, at) => value + shift * (environment.sigma[at] ?? 0))
      return {...answer, state: encodeState(environment, {...seen, state}, answer.state)}
    },
  }),
  'self-praising': (exact) => {
    const frozen = modelProvider(exact.profile, (environment) => mutantModel('frozen', environment))
    return {
      ...frozen,
      async predict(request, context): Promise<PredictAnswer> {
        return {...(await slot(frozen.predict)(request, context)), claims: {confidence: 1, physics_score: 1}}
      },
    }
  },
}

/** The deliberately wrong provider of a name such as `frozen` or `nan`. A suite that does not fail it is broken. */
export function zooProvider(name: string): Provider {
  const fault = Object.hasOwn(FAULTS, name) ? FAULTS[name] : undefined
  const profile = zooProfile(name)
  const manner = mannerNamed(name)
  if (manner) return claimingProvider(profile, manner)
  if (fault !== undefined) return fault(modelProvider(profile, (environment) => environment))
  return modelProvider(profile, (environment) => mutantModel(name, environment))
}

/** Latency of a model on a distant machine. A plan asks at least four times, which is too late wherever a step lasts 0.1 s or less. */
const SLOW_MS = 30

function later<Request, Answer>(operation: (request: Request, context: CallContext) => Answer) {
  return async (request: Request, context: CallContext): Promise<Awaited<Answer>> => {
    await new Promise((resolve) => {
      setTimeout(resolve, SLOW_MS)
    })
    return await operation(request, context)
  }
}

/** What answers differently each time must at least be asked in one order. */
function apart(exact: Provider): Provider {
  return {...exact, descriptor: {...exact.descriptor, parallel_safe: false}}
}

function scoring(exact: Provider, spoil: (answer: ScoreAnswer) => ScoreAnswer): Provider {
  return {...exact, score: async (request, context) => spoil(await slot(exact.score)(request, context))}
}

function predicting(exact: Provider, spoil: (answer: BatchAnswer) => BatchAnswer): Provider {
  return {...exact, predictBatch: async (request, context) => spoil(await slot(exact.predictBatch)(request, context))}
}

/** From no red at all, 0, to nothing but red, 1; of the first object that has a colour. */
function rednessOf({scene}: WorldState): number {
  const colours = Object.values(scene?.objects ?? {}).map(({metadata}) => metadata?.['colour'])
  const [, red = '00'] = /^#([0-9a-f]{2})/.exec(String(colours[0])) ?? []
  return Number.parseInt(red, 16) / 255
}

function scoresOf({scores}: ScoreAnswer): number[] {
  return scores instanceof Tensor ? [...scores.toFloat64()] : [...scores]
}

function slot<T>(operation: T | undefined): T {
  if (operation === undefined) throw new AssayError('bug', 'the provider to spoil lacks an operation')
  return operation
}
