import type {ProviderDetected} from '#contract/generated/types'
import {digestOf} from '#digest/canonical-json'
import {AssayError} from '#error/assay-error'
import {Tensor} from '#world/tensor/tensor'
import type {Fields} from '../../model/provider.ts'
import {violation} from '../../model/provider-fault.ts'
import {whatCame} from '../../model/value-check.ts'
import {type WireValue, wireObject} from '../../wire/wire-value.ts'

/** Which inputs a policy takes: names by modality, and over how many time steps. */
export interface ModalityConfig {
  readonly modalities: ReadonlyMap<string, Modality>
  readonly digest: `sha256:${string}`
  /** Dialect of the server version that marks its configuration this way. */
  readonly dialect: string
}
interface Modality {
  readonly keys: readonly string[]
  readonly steps: number
  /** Steps of the robot from one to the next; undefined where they lie unevenly. */
  readonly every: number | undefined
}

/** Names within the bounds of the schema of detected facts. */
const PLAIN = /^[\w.-]{1,64}$/
const [MOST_KEYS, MOST_STEPS, MOST_MODALITIES, MOST_EVERY] = [64, 10_000, 16, 100]

const NOTHING: Modality = {keys: [], steps: 0, every: 1}
const INPUTS = ['video', 'state', 'language'] as const
/** Batch, time, height, width, channel; batch, time, dimension. */
const SHAPES = {video: {dtype: 'uint8', rank: 5}, state: {dtype: 'float32', rank: 3}} as const

/** The configuration as a server tells it. Throws `contract_violation`. */
export function readModalityConfig(value: WireValue, dialect: string): ModalityConfig {
  const body = wireObject(value)
  if (body === undefined || Object.keys(body).length === 0)
    throw violation(`modality configuration is ${whatCame(value)}, not a map of modalities`)
  const modalities = new Map(Object.entries(body).map(([name, part]) => [name, readModality(part)]))
  return {modalities, digest: digestOf(body), dialect}
}

/** The names of what the server takes and gives; nothing where one of them is no plain name, there are more than a robot has, or moments lie unevenly. */
export function toldModalities({modalities}: ModalityConfig): Pick<ProviderDetected, 'modalities'> {
  const entries = [...modalities]
  if (entries.length > MOST_MODALITIES || !entries.every(isPlain)) return {}
  return {modalities: Object.fromEntries(entries.map(([name, modality]) => [name, toldModality(modality)]))}
}

function isPlain([name, {keys, steps, every}]: readonly [string, Modality]): boolean {
  const isNamed = [name, ...keys].every((key) => PLAIN.test(key))
  return isNamed && keys.length <= MOST_KEYS && steps <= MOST_STEPS && every !== undefined
}

function toldModality({keys, steps, every = 1}: Modality): NonNullable<ProviderDetected['modalities']>[string] {
  return {keys: [...keys], steps, ...(every > 1 && {every})}
}

/** Refuses an observation that does not match what the server takes, before it is sent; nothing extra passes. Throws `invalid_input`. */
export function checkModalities(observation: Fields, {modalities}: ModalityConfig): void {
  const wanted = INPUTS.filter((input) => modalities.has(input))
  for (const name of Object.keys(observation)) {
    if (!wanted.some((input) => input === name)) throw refused(`${name} is not taken by this server`)
  }
  for (const input of wanted) {
    const {keys, steps} = modalities.get(input) ?? NOTHING
    const given = fieldsOf(observation[input])
    const missing = keys.filter((key) => !Object.hasOwn(given, key))
    const extra = Object.keys(given).filter((key) => !keys.includes(key))
    if (missing.length > 0) throw refused(`${input} lacks ${missing.join(', ')}`)
    if (extra.length > 0) throw refused(`${input} has ${extra.join(', ')} beside what the server takes`)
    for (const key of keys) checkInput(input, key, {value: given[key], steps})
  }
}

function checkInput(
  input: (typeof INPUTS)[number],
  key: string,
  {value, steps}: {value: unknown; steps: number},
): void {
  const place = `${input}.${key}`
  if (input === 'language') {
    if (
      !Array.isArray(value) ||
      !value.every((row) => Array.isArray(row) && row.every((text) => typeof text === 'string'))
    )
      throw refused(`${place} is ${whatCame(value)}, not a list of lists of texts`)
    return
  }
  const {dtype, rank} = SHAPES[input]
  if (!(value instanceof Tensor) || value.dtype !== dtype || value.shape.length !== rank)
    throw refused(`${place} is ${whatCame(value)}, not a ${dtype} tensor of rank ${rank}`)
  if (value.shape[1] !== steps) throw refused(`${place} has ${value.shape[1]} time steps, the server takes ${steps}`)
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  const isFields = typeof value === 'object' && value !== null && !(value instanceof Tensor) && !Array.isArray(value)
  return isFields ? (value as Readonly<Record<string, unknown>>) : {}
}

function readModality(part: WireValue): Modality {
  const {modality_keys: keys, delta_indices: deltas} = wireObject(part) ?? {}
  if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string'))
    throw violation(`modality configuration has ${whatCame(keys)} for the list of keys`)
  if (!Array.isArray(deltas) || deltas.length === 0)
    throw violation(`modality configuration has ${whatCame(deltas)} for the list of time steps`)
  return {keys, steps: deltas.length, every: distanceIn(deltas)}
}

function distanceIn(deltas: readonly WireValue[]): number | undefined {
  const [first = 0, second = Number(first) + 1] = deltas
  const every = Number(second) - Number(first)
  const isEven = every >= 1 && every <= MOST_EVERY && deltas.every((delta, at) => delta === Number(first) + at * every)
  return isEven ? every : undefined
}

function refused(why: string): AssayError {
  return new AssayError('invalid_input', `observation does not match the modality configuration: ${why}`)
}
