import type {TranslatorObserved, TranslatorSeen} from '#contract/generated/types'
import type {Issue} from '#error/assay-error'
import {Tensor} from '#world/tensor/tensor'
import type {Fields} from '../model/provider.ts'
import {rawArray} from './raw-array.ts'
import {translatorFault} from './translator-fault.ts'

/** What a policy is shown of a trial. Throws `translator_invalid` where the numbers do not fill the shape. */
export function observedFields(observed: TranslatorObserved, info: Fields): Fields {
  return Object.fromEntries(Object.entries(observed).map(([name, seen]) => [name, seenOf(seen, info)]))
}

function seenOf({object, from, const: value, dtype = 'float32', shape}: TranslatorSeen, info: Fields): Fields[string] {
  if (object !== undefined) return observedFields(object, info) as Fields[string]
  if (from === undefined) return value as Fields[string]
  const numbers = from.flatMap((name) => Array.from(rawArray(info, name).elements, Number))
  const sides = shape ?? [numbers.length]
  if (sides.reduce((product, side) => product * side, 1) !== numbers.length)
    throw translatorFault(`shows ${numbers.length} numbers in a shape of ${sides.join('x')}`)
  return Tensor.of(dtype, sides, numbers)
}

/** What a schema cannot say: every field is made in exactly one way. */
export function observedIssues(observed: TranslatorObserved, pointer = '/observe'): Issue[] {
  return Object.entries(observed).flatMap(([name, seen]) => {
    const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const ways = ['const', 'object', 'from'].filter((key) => Object.hasOwn(seen, key))
    if (ways.length !== 1) {
      return [{pointer: place, rule: 'value', message: 'needs exactly one of const, object and from'}]
    }
    if (seen.object !== undefined) return observedIssues(seen.object, `${place}/object`)
    const extra = seen.from === undefined ? (['dtype', 'shape'] as const).filter((key) => seen[key] !== undefined) : []
    return extra.map((key) => ({pointer: `${place}/${key}`, rule: 'from', message: 'goes with from only'}))
  })
}
