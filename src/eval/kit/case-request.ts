import type {EvalCase} from '#contract/generated/types'
import {record} from '#contract/json'
import {checkAction} from '#world/model/action'
import {Tensor} from '#world/tensor/tensor'
import {parseTensor} from '#world/tensor/tensor-json'

/** What a case of a caller's file asks. Throws `invalid_input`, `invalid_tensor` for what is no action and no tensor. */
export function caseRequest({operation, input}: EvalCase): unknown {
  const given = withTensors(input) as Readonly<Record<string, never>>
  if (operation !== 'predict') return given
  const {world_state, steps = 1} = given
  return {world_state, action: checkAction(given['action']), steps}
}

function withTensors(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTensors)
  const given = record(value)
  if (!given) return value
  if ('dtype' in given && 'shape' in given) {
    const {dtype, shape, bytes} = parseTensor(given)
    return new Tensor(dtype, shape, bytes)
  }
  return Object.fromEntries(Object.entries(given).map(([key, item]) => [key, withTensors(item)]))
}
