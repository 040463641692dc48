import type {Json} from '#contract/json'
import {Action} from '#world/model/action'
import {Tensor} from '#world/tensor/tensor'
import type {Fields} from '../model/provider.ts'
import {whatCame} from '../model/value-check.ts'
import {translatorFault} from './translator-fault.ts'

/** Most horizons that a message lists. */
const MOST_TOLD = 8

/** One `raw_action` a step, its parameters the numbers of every array at that step. Throws `translator_invalid` without an array, or with several horizons. */
export function readRaw(raw: Fields): Action[] {
  const arrays = Object.entries(raw).flatMap(([name, value]) => (value instanceof Tensor ? [{name, value}] : []))
  const horizons = arrays.map(({value}) => timeOf(value))
  const [horizon] = horizons
  if (horizon === undefined) throw translatorFault(`finds no array among the raw actions, which are ${whatCame(raw)}`)
  if (horizons.some((other) => other !== horizon))
    throw translatorFault(`finds arrays of different horizons: ${horizons.slice(0, MOST_TOLD).join(', ')}`)
  return Array.from({length: horizon}, (_, t) =>
    Action.of('raw_action', Object.fromEntries(arrays.map(({name, value}) => [name, numbersAt(value, t)]))),
  )
}

function timeOf({shape}: Tensor): number {
  return shape.length <= 1 ? 1 : (shape.at(-2) ?? 1)
}

function numbersAt(tensor: Tensor, t: number): Json {
  const size = tensor.shape.at(-1) ?? 1
  const values = tensor.toFloat64()
  return [...values.subarray(t * size, (t + 1) * size)]
}
