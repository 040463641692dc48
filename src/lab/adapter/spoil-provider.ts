import {AssayError} from '#error/assay-error'
import {environmentIn, modelProvider} from '#provider/adapter/analytic/model-provider'
import {ANALYTIC} from '#provider/catalogue/builtin-profiles'
import type {Provider} from '#provider/model/provider'
import {decodeState, encodeState} from '#world/model/scene'
import {Tensor} from '#world/tensor/tensor'

/** What becomes of the numbers after a step, with those before it. */
export type Change = (after: Float64Array, before: Float64Array) => Float64Array
/** What becomes of the states of a batch, whose rows have `row` numbers. */
type BatchChange = (
  states: Float64Array,
  row: {readonly size: number; readonly rows: number; readonly step: number},
) => Float64Array

export function exactProvider(): Provider {
  return modelProvider(strangerProfile(), (environment) => environment)
}

export function strangerProfile(): Provider['profile'] {
  return {...ANALYTIC, name: 'stranger', capabilities: ['predict', 'score']}
}

export function predicting(
  exact: Provider,
  pick: (steps: number, change: Change, action: string) => Change | undefined,
  change: Change,
): Provider {
  return {
    ...exact,
    async predict(request, context) {
      const answer = await slot(exact.predict)(request, context)
      const chosen = pick(request.steps, change, request.action.type)
      if (!chosen) return answer
      const environment = environmentIn(request.world_state)
      const seen = decodeState(environment, answer.state)
      const state = chosen(
        Float64Array.from(seen.state),
        Float64Array.from(decodeState(environment, request.world_state).state),
      )
      return {...answer, state: encodeState(environment, {...seen, state}, answer.state)}
    },
  }
}

export function batching(exact: Provider, change: BatchChange): Provider {
  return {
    ...exact,
    async predictBatch(request, context) {
      const {states, ...answer} = await slot(exact.predictBatch)(request, context)
      const [rows = 0, steps = 0, step = 0] = states.shape
      return {
        ...answer,
        states: Tensor.over(states.shape, change(states.toFloat64(), {size: steps * step, rows, step})),
      }
    },
  }
}

export function scoring(
  exact: Provider,
  change: (scores: readonly number[], actions: Float64Array) => readonly number[],
): Provider {
  return {
    ...exact,
    async score(request, context) {
      const answer = await slot(exact.score)(request, context)
      const scores = answer.scores instanceof Tensor ? [...answer.scores.toFloat64()] : [...answer.scores]
      return {...answer, scores: [...change(scores, request.action_candidates.toFloat64())]}
    },
  }
}

/** An operation that the provider to spoil has. */
export function slot<T>(operation: T | undefined): T {
  if (operation === undefined) throw new AssayError('bug', 'the provider to spoil lacks an operation')
  return operation
}
