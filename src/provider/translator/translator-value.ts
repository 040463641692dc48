import type {TranslatorPlace, TranslatorValue, TranslatorValues} from '#contract/generated/types'
import type {Json} from '#contract/json'
import type {Fields} from '../model/provider.ts'
import {denormalised} from './norm.ts'
import {rawArray} from './raw-array.ts'
import {entryOf} from './seen-numbers.ts'
import type {Sighting} from './sight.ts'
import {translatorFault} from './translator-fault.ts'
import {unitFactor} from './unit.ts'

/** Where in time and among candidates a value is wanted. */
export interface Moment {
  readonly t: number
  readonly c: number
  /** What the answer is about; unknown where nobody measured a trial. */
  readonly sight?: Sighting | undefined
}

type Place = TranslatorPlace | readonly number[]

export function valuesAt(values: TranslatorValues, raw: Fields, moment: Moment): Record<string, Json> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueAt(value, raw, moment)]))
}

function valueAt(value: TranslatorValue, raw: Fields, moment: Moment): Json {
  if (value.object !== undefined) return valuesAt(value.object, raw, moment)
  if (value.path === undefined) return value.const as Json
  const found = pick(value, raw, moment)
  if (!Array.isArray(found)) return changed([found], value, moment)[0] ?? null
  return changed(found, value, moment)
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

/** Normalisation, unit, scale, offset, where things are, clip, in this order. Only numbers are changed; what is none must be left as it is. */
function changed(found: readonly unknown[], value: TranslatorValue, {sight}: Moment): Json[] {
  const {unit, to, scale = 1, offset = 0, clip, denorm, plus} = value
  const isChanged = [unit, clip, denorm, plus].some((one) => one !== undefined) || scale !== 1 || offset !== 0
  if (found.some((item) => typeof item === 'bigint')) throw translatorFault('finds an integer beyond 2^53')
  if (!isChanged) return [...found] as Json[]
  if (!found.every((item) => typeof item === 'number'))
    throw translatorFault('is told to change something that is no number')
  const factor = unit === undefined || to === undefined ? 1 : (unitFactor(unit, to) ?? 1)
  const [low, high] = clip ?? []
  const base = startOf(plus, found.length, sight)
  return denormalised(found, denorm).map((number, at) => {
    const moved = number * factor * scale + offset + (base[at] ?? 0)
    return Math.min(Math.max(moved, low ?? -Infinity), high ?? Infinity)
  })
}

/** Where things are that actions are relative to. */
function startOf(plus: readonly string[] | undefined, count: number, sight: Sighting | undefined): number[] {
  if (plus === undefined) return []
  if (plus.length !== count) throw translatorFault(`adds ${plus.length} entries to ${count} numbers`)
  if (!sight) return []
  return plus.map((name) => sight.now.state[entryOf(name, sight.environment)] ?? Number.NaN)
}
