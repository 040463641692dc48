import type {TranslatorObserved, TranslatorSeen} from '#contract/generated/types'
import {record} from '#contract/json'
import {Tensor} from '#world/tensor/tensor'
import type {Fields} from '../model/provider.ts'
import {seenNumbers} from './seen-numbers.ts'
import {seenPicture} from './seen-picture.ts'
import type {Sighting} from './sight.ts'

/** What a provider is shown of a trial. Throws `translator_invalid` where the trial has no such thing, or numbers do not fill a shape. */
export function observedFields(observed: TranslatorObserved, sight: Sighting): Fields {
  return Object.fromEntries(Object.entries(observed).map(([name, seen]) => [name, seenOf(seen, sight)]))
}

/** Sources that stand alone. */
export const PICTURES: readonly string[] = ['picture', 'goal_picture']
export const TASK = 'task'

function seenOf(seen: TranslatorSeen, sight: Sighting): Fields[string] {
  const {object, from, const: value} = seen
  if (object !== undefined) return observedFields(object, sight)
  if (from === undefined) return constant(value)
  const [first = ''] = from
  if (PICTURES.includes(first)) return seenPicture(seen, sight)
  if (first === TASK)
    return (seen.shape ?? []).reduce<Fields[string]>((text) => [text] as Fields[string], taskOf(sight))
  return seenNumbers(seen, sight)
}

function taskOf({environment}: Sighting): string {
  return environment.words?.task ?? environment.id
}

/** What has a dtype and a shape is an array, at any depth. Throws `invalid_tensor`. */
export function constant(value: unknown): Fields[string] {
  const given = record(value)
  if (Array.isArray(value)) return value.map(constant) as Fields[string]
  if (!given) return value as Fields[string]
  if ('dtype' in given && 'shape' in given) return Tensor.from(given)
  return Object.fromEntries(Object.entries(given).map(([key, item]) => [key, constant(item)]))
}
