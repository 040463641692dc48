import {record} from '#contract/json'
import {invalidInput} from '#error/assay-error'
import {rulesOf} from '#world/environments'
import {controlOf} from '#world/model/action'
import type {Environment} from '#world/model/environment'
import {decodeState, encodeState} from '#world/model/scene'
import {Tensor} from '#world/tensor/tensor'
import type {BatchRequest, PredictAnswer, PredictRequest} from '../model/provider.ts'
import {violation} from '../model/provider-fault.ts'
import {answerObject, whatCame} from '../model/value-check.ts'

type AskBatch = (request: BatchRequest) => Promise<unknown>

/**
 * A prediction of a world state by somebody who knows vectors alone: a batch of one way, under one command held, or step by step where the command
 * depends on the state. Throws `invalid_input` and `world_state_invalid` for what is asked, `contract_violation` for what is answered.
 */
export async function predictByBatch(
  {world_state, action, steps}: PredictRequest,
  ask: AskBatch,
): Promise<PredictAnswer> {
  const id = record(world_state.metadata['environment'])?.['id']
  if (typeof id !== 'string') throw invalidInput('world state names no environment')
  const environment = rulesOf(id)
  const seen = decodeState(environment, world_state)
  const calls = action.type === 'move_to' ? steps : 1
  let state = seen.state
  let last: object = {}
  for (let call = 0; call < calls; call++) {
    const command = controlOf(environment, state, action)
    last = answerObject(
      await ask(
        requestOf(
          environment,
          state,
          Array(steps / calls)
            .fill(command)
            .flat(),
        ),
      ),
      'states',
    )
    state = endOf(last, environment)
  }
  return {...last, state: encodeState(environment, {...seen, state, step: seen.step + steps}, world_state)}
}

function requestOf({stateSize, actionSize, key}: Environment, state: Float64Array, held: number[]): BatchRequest {
  return {
    states: Tensor.of('float64', [1, stateSize], state),
    actions: Tensor.of('float64', [1, held.length / actionSize, actionSize], held),
    environment: key,
  }
}

function endOf(answer: object, {stateSize}: Environment): Float64Array {
  const states: unknown = Reflect.get(answer, 'states')
  if (!(states instanceof Tensor)) throw violation(`states are ${whatCame(states)}, not a tensor`)
  const path = states.toFloat64()
  if (path.length < stateSize)
    throw violation(`states are ${whatCame(states)}, and hold no whole state of ${stateSize} numbers`)
  return path.slice(-stateSize)
}
