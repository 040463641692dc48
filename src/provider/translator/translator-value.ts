import type {TranslatorPlace, TranslatorValue, TranslatorValues} from '#contract/generated/types'
import type {Json} from '#contract/json'
import type {Fields} from '../model/provider.ts'
import {rawArray} from './raw-array.ts'
import {translatorFault} from './translator-fault.ts'
import {unitFactor} from './unit.ts'

/** Where in time and among candidates a value is wanted. */
export interface Moment {
  readonly t: number
  readonly c: number
}

type Place = TranslatorPlace | readonly number[]

export function valuesAt(values: TranslatorValues, raw: Fields, moment: Moment): Record<string, Json> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueAt(value, raw, moment)]))
}

function valueAt(value: TranslatorValue, raw: Fields, moment: Moment): Json {
  if (value.object !== undefined) return valuesAt(value.object, raw, moment)
  if (value.path === undefined) return value.const as Json
  const found = pick(value, raw, moment)
  return Array.isArray(found) ? found.map((item) => changed(item, value)) : changed(found, value)
}

/** One element, or a list of them where the place holds a span. */
function pick({path = '', at = [], slice}: TranslatorValue, raw: Fields, moment: Moment): unknown {
  const {shape, elements} = rawArray(raw, path)
  const places = (slice ?? at) as readonly Place[]
  if (places.length !== shape.length)
    throw translatorFault(`names ${places.length} axes of ${path}, which has ${shape.length}`)
  const spans = places.map((place, axis) => spanOf(place, moment, {size: shape[axis] ?? 0, path}))
  let picked = [0]
  for (const [axis, [from, to]] of spans.entries()) {
    const steps = Array.from({length: to - from}, (_, step) => from + step)
    picked = picked.flatMap((offset) => steps.map((step) => offset * (shape[axis] ?? 0) + step))
  }
  const found = picked.map((offset) => elements[offset])
  return places.some(Array.isArray) ? found : found[0]
}

function spanOf(
  place: Place,
  {t, c}: Moment,
  {size, path}: {readonly size: number; readonly path: string},
): readonly [number, number] {
  const first = place === '$t' ? t : place === '$c' ? c : typeof place === 'number' ? place : place[0]
  const [from = 0, to = from + 1] = Array.isArray(place) ? place : [first as number]
  if (from >= to || to > size) throw translatorFault(`leaves the range of ${path}, an axis of ${size}`)
  return [from, to]
}

/** Unit, scale, offset, clip, in this order. Only numbers are changed; what is none must be left as it is. */
function changed(found: unknown, {unit, to, scale = 1, offset = 0, clip}: TranslatorValue): Json {
  const isChanged = unit !== undefined || scale !== 1 || offset !== 0 || clip !== undefined
  if (typeof found === 'bigint') throw translatorFault('finds an integer beyond 2^53')
  if (typeof found !== 'number' || !isChanged) {
    if (isChanged) throw translatorFault('is told to change something that is no number')
    return found as Json
  }
  const factor = unit === undefined || to === undefined ? 1 : (unitFactor(unit, to) ?? 1)
  const value = found * factor * scale + offset
  const [low, high] = clip ?? [-Infinity, Infinity]
  return Math.min(Math.max(value, low ?? -Infinity), high ?? Infinity)
}
