import {Tensor} from '#world/tensor/tensor'
import {KeptArtifact} from '../model/artifact.ts'
import {violation} from '../model/provider-fault.ts'
import {whatCame} from '../model/value-check.ts'

const MOST_DEPTH = 64
/** Marks what JSON lacks. An object that has this key itself is told as its entries. */
const TAG = '$'

/** A value as JSON can carry it: tensors, bytes, clips and the numbers that JSON lacks are tagged. Throws `contract_violation`. */
export function writeValue(value: unknown, levels = MOST_DEPTH): unknown {
  if (typeof value === 'object' && value !== null) return writeObject(value, levels)
  if (typeof value === 'number') return isJsonNumber(value) ? value : {[TAG]: 'number', v: numberText(value)}
  if (typeof value === 'bigint') return {[TAG]: 'bigint', v: String(value)}
  return value === null || typeof value === 'string' || typeof value === 'boolean' ? value : {[TAG]: 'undefined'}
}

function writeObject(value: object, levels: number): unknown {
  if (levels === 0) throw violation(`an answer is deeper than ${MOST_DEPTH} levels`)
  if (value instanceof Tensor || isOfAnotherCopy(value)) {
    return {[TAG]: 'tensor', dtype: value.dtype, shape: value.shape, v: base64(value.bytes)}
  }
  if (value instanceof KeptArtifact) return {[TAG]: 'artifact', v: {...value}}
  if (value instanceof Uint8Array) return {[TAG]: 'bytes', v: base64(value)}
  // Providers in this process may return typed arrays, too.
  if (value instanceof Float32Array || value instanceof Float64Array)
    return Array.from(value, (item) => writeValue(item, levels - 1))
  if (ArrayBuffer.isView(value))
    throw violation(`an answer holds ${whatCame(value)}, which is neither a list of numbers nor a tensor`)
  if (Array.isArray(value)) return value.map((item) => writeValue(item, levels - 1))
  if ('toJSON' in value && typeof value.toJSON === 'function') return writeValue(value.toJSON(), levels - 1)
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  const told = entries.map(([key, item]) => [key, writeValue(item, levels - 1)] as const)
  return Object.hasOwn(value, TAG) ? {[TAG]: 'object', v: told} : Object.fromEntries(told)
}

/** A tensor of another copy of this package: a module imports the one that it finds, whichever `assay` runs it. */
function isOfAnotherCopy(value: object): value is Pick<Tensor, 'dtype' | 'shape' | 'bytes'> {
  const {dtype, shape, bytes} = value as Partial<Tensor>
  return typeof dtype === 'string' && Array.isArray(shape) && bytes instanceof Uint8Array
}

/** The value that was written. Throws `contract_violation` for what `writeValue` never writes. */
export function readValue(told: unknown): unknown {
  if (typeof told !== 'object' || told === null) return told
  if (Array.isArray(told)) return told.map(readValue)
  if (Object.hasOwn(told, TAG)) return readTagged(told as Tagged)
  return Object.fromEntries(Object.entries(told).map(([key, item]) => [key, readValue(item)]))
}

type Tagged = {readonly [TAG]: unknown; readonly v?: unknown; readonly dtype?: unknown; readonly shape?: unknown}

function readTagged(told: Tagged): unknown {
  const {v} = told
  switch (told[TAG]) {
    case 'undefined':
      return undefined
    case 'number':
      return Number(textOf(v))
    case 'bigint':
      return bigIntOf(textOf(v))
    case 'bytes':
      return new Uint8Array(Buffer.from(textOf(v), 'base64'))
    case 'tensor':
      return tensorOf({dtype: told.dtype, shape: told.shape, b64: textOf(v)})
    case 'artifact':
      return artifactOf(v)
    case 'object':
      return Object.fromEntries(entriesOf(v).map(([key, item]) => [key, readValue(item)]))
    default:
      throw violation('an answer holds a mark that is not known')
  }
}

function tensorOf(told: {readonly dtype: unknown; readonly shape: unknown; readonly b64: string}): Tensor {
  try {
    return Tensor.from(told)
  } catch (error) {
    throw violation(error instanceof Error ? error.message : 'a tensor cannot be read')
  }
}

function artifactOf(told: unknown): KeptArtifact {
  const {path, sha256, size_bytes, media_type} = (told ?? {}) as Partial<Record<keyof KeptArtifact, unknown>>
  if (typeof size_bytes !== 'number') throw violation('a clip has no size')
  const facts = {sha256: textOf(sha256) as KeptArtifact['sha256'], size_bytes, media_type: textOf(media_type)}
  return new KeptArtifact(textOf(path), facts)
}

function entriesOf(told: unknown): [string, unknown][] {
  const isEntry = (entry: unknown): entry is [string, unknown] =>
    Array.isArray(entry) && typeof entry[0] === 'string' && entry[0] !== '__proto__'
  if (Array.isArray(told) && told.every(isEntry)) return told
  throw violation('an object of an answer is no list of entries')
}

function bigIntOf(text: string): bigint {
  if (/^-?\d{1,1000}$/.test(text)) return BigInt(text)
  throw violation('a number of an answer is none')
}

function textOf(told: unknown): string {
  if (typeof told === 'string') return told
  throw violation('an answer holds a mark without its text')
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

function isJsonNumber(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0)
}

function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}
