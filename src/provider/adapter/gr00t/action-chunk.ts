import {Tensor} from '#world/tensor/tensor'
import type {Fields} from '../../model/provider.ts'
import {violation} from '../../model/provider-fault.ts'
import {whatCame} from '../../model/value-check.ts'
import {type WireObject, type WireValue, wireObject} from '../../wire/wire-value.ts'

/** Actions by part of the body, all float32 [batch, horizon, dimension] with one batch size and one horizon. */
export interface ActionChunk {
  readonly actions: Fields
  readonly horizon: number
  readonly info: WireObject
}

/** The reply to `get_action`: a list of the actions and what the server tells beside. Throws `contract_violation`. */
export function readActionChunk(value: WireValue): ActionChunk {
  if (!Array.isArray(value) || value.length !== 2)
    throw violation(`reply is ${whatCame(value)}, not a list of actions and info`)
  const [actions, info] = [wireObject(value[0]), wireObject(value[1])]
  if (actions === undefined || info === undefined)
    throw violation(`reply holds ${whatCame(value[0])} and ${whatCame(value[1])}, not two maps`)
  const parts = Object.entries(actions).map(([name, part]) => [name, actionTensor(name, part)] as const)
  const [first] = parts
  if (first === undefined) throw violation('policy gave no action')
  const [batch = 0, horizon = 0] = first[1].shape
  const other = parts.find(([, {shape}]) => shape[0] !== batch || shape[1] !== horizon)
  if (other !== undefined)
    throw violation(
      `parts of the action differ in batch or horizon: ${shownName(first[0])} is ${whatCame(first[1])}, ${shownName(other[0])} is ${whatCame(other[1])}`,
    )
  return {actions: Object.fromEntries(parts), horizon, info}
}

function actionTensor(name: string, part: WireValue): Tensor {
  if (part instanceof Tensor && part.dtype === 'float32' && part.shape.length === 3) return part
  throw violation(`action ${shownName(name)} is ${whatCame(part)}, not float32 of shape (batch, horizon, values)`)
}

function shownName(name: string): string {
  return /^[\w.-]{1,64}$/.test(name) ? name : 'with a strange name'
}
