import {digestOf} from '#digest/canonical-json'
import {sha256} from '#digest/sha256'
import {Tensor} from '#world/tensor/tensor'

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
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, digestible(item)]))
}
