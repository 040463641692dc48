import type {BatchRequest} from '#provider/model/provider'
import {digestValue} from '#provider/model/value-check'
import {Action} from '#world/model/action'
import {decodeState, encodeState} from '#world/model/scene'
import {Tensor} from '#world/tensor/tensor'
import {CANDIDATE_COUNT, type ContractProbe, pickRows, probeCandidates, probeStart} from '../../kit/contract-input.ts'
import {isClose, isClosePath} from '../../kit/tolerance.ts'
import type {ContractCase} from './contract-case.ts'

const ROWS = Array.from({length: CANDIDATE_COUNT}, (_, row) => row)

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
      return isClosePath(forward, turned) ? undefined : 'states depend on the order of the batch'
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
        if (!isClose(state, row)) return `batch and single prediction differ at step ${step + 1}`
        now = {...now, state: row}
      }
      return undefined
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
  const {horizon, actionSize, stateSize, key} = probe.environment
  const values = pickRows(probeCandidates(probe), rows, horizon * actionSize)
  return {
    states: Tensor.of('float64', [1, stateSize], probeStart(probe).state),
    actions: Tensor.of('float64', [rows.length, horizon, actionSize], values),
    environment: key,
  }
}
