import {jsonFault, record} from '#contract/json'
import {digestOf} from '#digest/canonical-json'
import {sha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import {Tensor} from '#world/tensor/tensor'
import {violation} from './provider-fault.ts'

/** An answer as an object that has what is `needed`, or `contract_violation`: a key that is misspelt is told beside those that came. */
export function answerObject(answer: unknown, ...needed: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw violation(`provider answered with ${whatCame(answer)}, not with an object`)
  const body = answer as Readonly<Record<string, unknown>>
  const lack = lackIn(body, needed)
  if (lack !== undefined) throw violation(lack)
  return body
}

/** Which keys an answer lacks, and which came in their place. */
export function lackIn(body: Readonly<Record<string, unknown>>, needed: readonly string[]): string | undefined {
  const lacking = needed.filter((key) => body[key] === undefined)
  return lacking.length === 0 ? undefined : `the answer has no ${lacking.join(' and no ')}: it is ${whatCame(body)}`
}

export function answerText(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.trim() === '')
    throw violation(`${name} is ${whatCame(value)}, not a text with content`)
  return value
}

export function answerNumbers(value: unknown, name: string): number[] {
  if (!Array.isArray(value) && !(value instanceof Float32Array) && !(value instanceof Float64Array)) {
    throw violation(`${name} is ${whatCame(value)}, not a list of numbers`)
  }
  const numbers: unknown[] = [...value]
  return numbers.map((number, at) => {
    if (typeof number !== 'number' || !Number.isFinite(number))
      throw violation(`${name} holds ${whatCame(number)} at place ${at}, which is no finite number`)
    return number
  })
}

/** Standard base64 in its one canonical form: bits that no decoder reads are zero (RFC 4648 section 3.5). */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/

/** The bytes that a text stands for. Node's own decoder takes what no encoder writes. */
export function answerBase64(value: unknown, name: string): Uint8Array {
  if (typeof value !== 'string' || value === '') throw violation(`${name} is ${whatCame(value)}, not base64`)
  if (!BASE64.test(value)) throw violation(`${name} is not base64`)
  return Buffer.from(value, 'base64')
}

/** Self-assessments and the like: an object or nothing. */
export function answerMetadata(value: unknown, name: string): Readonly<Record<string, unknown>> | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw violation(`${name} is ${whatCame(value)}, not an object`)
  return value as Readonly<Record<string, unknown>>
}

const LIMITS = {depth: 32, size: 64 * 1024 * 1024}

/** Dimensions of a tensor or of nested lists; 0 for anything else. */
export function rankOf(value: unknown): number {
  if (value instanceof Tensor) return value.shape.length
  let rank = 0
  for (let level = value; Array.isArray(level); level = level[0]) rank++
  return rank
}

/** `info` must be JSON and tensors by name, and hold every required field with at least its rank. Throws `invalid_input`. */
export function checkFields(info: unknown, required: Readonly<Record<string, number>> = {}): void {
  const fault = fieldFault(info)
  if (fault !== undefined) throw invalid('info', `info ${fault}`)
  for (const [name, rank] of Object.entries(required)) {
    const value = record(info)?.[name]
    if (value === undefined) throw invalid(`info/${name}`, `info lacks the field ${name}`)
    if (rankOf(value) < rank)
      throw invalid(`info/${name}`, `info field ${name} is ${whatCame(value)}, and needs at least rank ${rank}`)
  }
}

/** `field`: the place in the request, for who has to name it in the words of a file. */
function invalid(field: string, message: string): AssayError {
  return new AssayError('invalid_input', message, {detail: {field}})
}

/** Why a value is not a record of JSON values and tensors; undefined when it is. */
export function fieldFault(fields: unknown, depth = 0): string | undefined {
  const all = record(fields)
  if (all === undefined) return 'is not an object'
  if (depth >= LIMITS.depth) return `is deeper than ${LIMITS.depth} levels`
  for (const [key, value] of Object.entries(all)) {
    if (key === '__proto__') return 'has the key __proto__'
    if (value instanceof Tensor) continue
    const fault = holdsTensor(value) ? fieldFault(value, depth + 1) : jsonFault(value, LIMITS)?.message
    if (fault !== undefined) return depth === 0 && !fault.startsWith('holds') ? `holds a value that ${fault}` : fault
  }
  return undefined
}

/** Only maps that hold tensors need a look at each of their values; whatever else they hold is looked at as JSON. */
function holdsTensor(value: unknown, depth = 0): boolean {
  const inner = record(value)
  if (inner === undefined || depth > LIMITS.depth || Object.getPrototypeOf(inner) !== Object.prototype) return false
  return Object.values(inner).some((item) => item instanceof Tensor || holdsTensor(item, depth + 1))
}

/** A deep copy of a request's values: what a provider does to it harms nobody. Tensors and bytes are copied too. */
export function copyValue<T>(value: T): T {
  return copy(value) as T
}

/** True when both hold the same values, so a provider left its input alone. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (one instanceof Tensor) return other instanceof Tensor && isSameTensor(one, other)
  if (one instanceof Uint8Array) return other instanceof Uint8Array && Buffer.compare(one, other) === 0
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const keys = Object.keys(one)
  if (Array.isArray(one) !== Array.isArray(other) || keys.length !== Object.keys(other).length) return false
  return keys.every((key) => Object.hasOwn(other, key) && isSameValue(Reflect.get(one, key), Reflect.get(other, key)))
}

/** Digest of a request over canonical JSON; tensors and bytes count by their own digests. */
export function digestValue(value: unknown): `sha256:${string}` {
  return digestOf(digestible(value))
}

function copy(value: unknown): unknown {
  if (value instanceof Tensor) return new Tensor(value.dtype, value.shape, value.bytes.slice())
  if (value instanceof Uint8Array) return value.slice()
  if (Array.isArray(value)) return value.map(copy)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item)]))
}

function isSameTensor(one: Tensor, other: Tensor): boolean {
  return (
    one.dtype === other.dtype && isSameValue(one.shape, other.shape) && Buffer.compare(one.bytes, other.bytes) === 0
  )
}

function digestible(value: unknown): unknown {
  if (value instanceof Tensor) return value.summary()
  if (value instanceof Uint8Array) return sha256(value)
  if (Array.isArray(value)) return value.map(digestible)
  if (typeof value !== 'object' || value === null) return value
  // Most of a request is plain already: only what holds tensors or bytes is made anew.
  const entries = Object.entries(value)
  const plain = entries.map(([, item]) => digestible(item))
  const isSame = entries.every(([, item], at) => item === plain[at])
  return isSame ? value : Object.fromEntries(entries.map(([key], at) => [key, plain[at]]))
}

/** Names of the other side are repeated only where they are plain, and no more of them than one reads. */
const PLAIN_NAME = /^[\w./-]{1,64}$/
const MOST_NAMES = 8
/** How deep nested lists are inspected: deeper than any array has axes. */
const MOST_RANK = 9

/**
 * What somebody gave in place of what was wanted, for a message about it: its kind and its
 * shape, of texts and arrays never the content, and short however large it is.
 */
export function whatCame(value: unknown): string {
  if (value instanceof Tensor) return `${value.dtype} of shape (${value.shape.join(', ')})`
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') return value === '' ? 'an empty text' : `a text of ${value.length} characters`
  if (typeof value === 'number') return Number.isFinite(value) ? `the number ${value}` : String(value)
  if (typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return listThatCame(value)
  if (ArrayBuffer.isView(value)) return `an array of ${value.byteLength} bytes`
  const map = record(value)
  return map === undefined ? `a ${typeof value}` : `a map ${namesThatCame(map)}`
}

/** The names in a map, as far as they may be shown. */
function namesThatCame(map: object): string {
  const names = Object.keys(map)
  if (names.length === 0) return 'without a key'
  const shown = names.filter((name) => PLAIN_NAME.test(name)).slice(0, MOST_NAMES)
  const more = names.length - shown.length
  const others = more === 0 ? [] : [`${more} ${shown.length === 0 ? 'strange' : 'more'}`]
  return `with the keys ${[...shown, ...others].join(', ')}`
}

/** The first of each level stands for the others: what is ragged is told of elsewhere. */
function listThatCame(list: readonly unknown[]): string {
  const sides: number[] = []
  let level: unknown = list
  while (Array.isArray(level) && sides.length < MOST_RANK) {
    sides.push(level.length)
    level = level[0]
  }
  if (list.length === 0) return 'an empty list'
  return `a list of shape (${sides.join(', ')})${entriesThatCame(level)}`
}

function entriesThatCame(first: unknown): string {
  if (first === undefined) return ''
  if (Array.isArray(first)) return ', of lists'
  return `, of ${typeof first === 'number' ? 'numbers' : whatCame(first)}`
}
