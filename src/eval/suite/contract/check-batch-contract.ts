import type {BatchRequest} from '#provider/model/provider'
import {digestValue} from '#provider/model/value-check'
import {Action} from '#world/model/action'
import {rollOut} from '#world/model/rollout'
import {decodeState, encodeState} from '#world/model/scene'
import {Tensor} from '#world/tensor/tensor'
import {
  CANDIDATE_COUNT,
  type ContractProbe,
  pickRows,
  probeCandidates,
  probeStart,
  typeAsked,
} from '../../kit/contract-input.ts'
import {floatTypeOf} from '../../kit/float-type.ts'
import {areSameAnswers} from '../../kit/same-answers.ts'
import {isClose} from '../../kit/tolerance.ts'
import type {ContractCase} from './contract-case.ts'

const ROWS = Array.from({length: CANDIDATE_COUNT}, (_, row) => row)

/** A change of a state that everybody must see. */
const VISIBLE = 5e-3

/** What a provider that predicts in batches promises: the batch is nothing but its single predictions. */
export const BATCH_CASES: readonly ContractCase[] = [
  {
    name: 'batch-shape',
    capability: 'predict_batch',
    async check(probe) {
      const {horizon, stateSize} = probe.environment
      const answer = await probe.subject.predictBatch(batchRequest(probe, ROWS), probe.signal)
      if (answer.shape.join() !== [CANDIDATE_COUNT, horizon, stateSize].join())
        return 'the batch of states has another shape'
      return answer.toFloat64().every(Number.isFinite) ? undefined : 'a predicted state is not finite'
    },
  },
  {
    name: 'batch-order',
    capability: 'predict_batch',
    async check(probe) {
      const forward = await statesOf(probe, ROWS)
      const backward = await statesOf(probe, ROWS.toReversed())
      const turned = pickRows(backward, ROWS.toReversed(), backward.length / CANDIDATE_COUNT)
      return areSameAnswers(probe, [forward, turned], {of: 'ways'})
        ? undefined
        : 'states depend on the order of the batch'
    },
  },
  {
    name: 'batch-single',
    capability: 'predict_batch',
    async check(probe) {
      if (!probe.subject.capabilities.includes('predict')) return undefined
      const {environment, subject, signal} = probe
      const {stateSize, actionSize} = environment
      const path = await statesOf(probe, [0])
      const actions = probeCandidates(probe)
      // Each step from where the batch was, so that roundings do not grow on the way.
      let now = probeStart(probe)
      for (let step = 0; step < environment.horizon; step++) {
        const action = Action.control([...actions.subarray(step * actionSize, (step + 1) * actionSize)])
        const world = encodeState(environment, {...now, step})
        const {state} = decodeState(
          environment,
          await subject.predict({world_state: world, action, steps: 1}, signal),
          'provider',
        )
        const row = path.slice(step * stateSize, (step + 1) * stateSize)
        if (!isClose(state, row, floatTypeOf(subject))) return `batch and single prediction differ at step ${step + 1}`
        now = {...now, state: row}
      }
      return undefined
    },
  },
  {
    name: 'batch-last',
    capability: 'predict_batch',
    spread: 'episodes',
    async check(probe) {
      const {environment, subject, signal} = probe
      const question = batchRequest(probe, ROWS)
      const other = withLastTurned(question, environment.actionSize)
      const size = environment.horizon * environment.stateSize
      const ends = (path: ArrayLike<number>) => Array.from(path).slice(-environment.stateSize)
      if (!differ(ends(exactPath(probe, question)), ends(exactPath(probe, other)))) return undefined
      const before = (await subject.predictBatch(question, signal)).toFloat64()
      const after = (await subject.predictBatch(other, signal)).toFloat64()
      if (ends(before).every((value, at) => value === ends(after)[at]))
        return 'another last action of the last row changes nothing'
      const untouched = [before, after].map((path) => path.subarray(0, (CANDIDATE_COUNT - 1) * size))
      const [one = [], two = []] = untouched
      return !subject.deterministic || areSameAnswers(probe, [one, two], {of: 'ways', rows: ROWS.slice(0, -1)})
        ? undefined
        : 'another action of one row changes others'
    },
  },
  {
    name: 'batch-input',
    capability: 'predict_batch',
    async check(probe) {
      const request = batchRequest(probe, ROWS)
      const before = digestValue(request)
      await probe.subject.predictBatch(request, probe.signal)
      return digestValue(request) === before ? undefined : 'predicting a batch changed its input'
    },
  },
]

async function statesOf(probe: ContractProbe, rows: readonly number[]): Promise<Float64Array> {
  return (await probe.subject.predictBatch(batchRequest(probe, rows), probe.signal)).toFloat64()
}

/** Rows of the candidates of a case, each a way from its start. */
export function batchRequest(probe: ContractProbe, rows: readonly number[]): BatchRequest {
  const {horizon, actionSize} = probe.environment
  return batchFrom(probe, probeStart(probe).state, pickRows(probeCandidates(probe), rows, horizon * actionSize))
}

/** Ways of these commands `[rows, horizon, actionSize]` from one state. */
export function batchFrom(probe: ContractProbe, state: Float64Array, values: Float64Array): BatchRequest {
  const {horizon, actionSize, stateSize, key} = probe.environment
  const type = typeAsked(probe)
  return {
    states: Tensor.of(type, [1, stateSize], state),
    actions: Tensor.of(type, [values.length / (horizon * actionSize), horizon, actionSize], values),
    environment: key,
  }
}

/** The question with the last action of its last row turned around, and nothing else. */
function withLastTurned(question: BatchRequest, actionSize: number): BatchRequest {
  const values = question.actions.toFloat64().slice()
  for (let at = values.length - actionSize; at < values.length; at++) values[at] = -(values[at] ?? 0)
  return {...question, actions: Tensor.of('float64', question.actions.shape, values)}
}

function exactPath({environment}: ContractProbe, {states, actions}: BatchRequest): Float64Array {
  const [samples = 0, steps = 0] = actions.shape
  return rollOut(environment, {states: states.toFloat64(), actions: actions.toFloat64(), samples, steps})
}

function differ(one: readonly number[], other: readonly number[]): boolean {
  return one.some((value, at) => Math.abs(value - (other[at] ?? value)) > VISIBLE)
}
