import {AssayError} from '#error/assay-error'
import type {PredictRequest, ScoreRequest} from '#provider/provider'
import type {ContractCase, ContractProbe} from './contract-case.ts'
import {actionOf, candidatesOf, drawsOf, scoreRequest, worldOf} from './contract-input.ts'

/** Bad input of callers: each must be refused as the caller's mistake, and the provider must never see it. */
export const REFUSAL_CASES: readonly ContractCase[] = [
  {
    name: 'predict-refusal',
    capability: 'predict',
    check: (probe) => {
      const good: PredictRequest = {world_state: worldOf(probe), action: actionOf(probe), steps: 1}
      const bad = pick(probe, BAD_PREDICT)
      return refused(probe, bad.what, () => probe.subject.predict(bad.spoil(good), probe.signal))
    },
  },
  {
    name: 'score-refusal',
    capability: 'score',
    check: (probe) => {
      const good = scoreRequest(probe, candidatesOf(probe))
      const bad = pick(probe, BAD_SCORE)
      return refused(probe, bad.what, () => probe.subject.score(bad.spoil(good), probe.signal))
    },
  },
]

interface Bad<Request> {
  readonly what: string
  spoil(good: Request): Request
}

/** A value of the wrong kind where the type promises the right one; that is the point. */
function wrong<T>(value: unknown): T {
  return value as T
}

const BAD_PREDICT: readonly Bad<PredictRequest>[] = [
  {what: 'no step', spoil: (good) => ({...good, steps: 0})},
  {what: 'a negative step', spoil: (good) => ({...good, steps: -1})},
  {what: 'half a step', spoil: (good) => ({...good, steps: 1.5})},
  {what: 'steps that are text', spoil: (good) => ({...good, steps: wrong('2')})},
  {what: 'an action without a kind', spoil: (good) => ({...good, action: {type: '', parameters: {}}})},
  {what: 'an action with NaN', spoil: (good) => ({...good, action: {type: 'control', parameters: {u: [Number.NaN]}}})},
  {what: 'a world state without an id', spoil: (good) => ({...good, world_state: {...good.world_state, id: ''}})},
  {what: 'a world state that climbs', spoil: (good) => ({...good, world_state: {...good.world_state, id: '../x'}})},
]

const BAD_SCORE: readonly Bad<ScoreRequest>[] = [
  {what: 'candidates of rank 2', spoil: (good) => ({...good, action_candidates: wrong([[1, 2]])})},
  {what: 'two batches', spoil: (good) => ({...good, action_candidates: wrong([[[[0]]], [[[0]]]])})},
  {what: 'ragged candidates', spoil: (good) => ({...good, action_candidates: wrong([[[[0], [0, 1]]]])})},
  {what: 'candidates with NaN', spoil: (good) => ({...good, action_candidates: wrong([[[[Number.NaN]]]])})},
  {what: 'no candidates', spoil: (good) => ({...good, action_candidates: wrong([])})},
]

function pick<T>(probe: ContractProbe, list: readonly [T, ...T[]] | readonly T[]): T {
  const chosen = list[drawsOf(probe).int(list.length)]
  if (chosen === undefined) throw new Error('a table of bad input is empty')
  return chosen
}

async function refused(probe: ContractProbe, what: string, call: () => Promise<unknown>): Promise<string | undefined> {
  const before = probe.subject.reached
  try {
    await call()
  } catch (error) {
    if (probe.subject.reached !== before) return `${what} reached the provider`
    const isCallers = error instanceof AssayError && (error.kind === 'caller' || error.kind === 'world_state')
    return isCallers ? undefined : `${what} was refused, but not as the caller's mistake`
  }
  return `${what} was accepted`
}
