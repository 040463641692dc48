import {createHmac, timingSafeEqual} from 'node:crypto'
import type {HookSecret} from './hook-secret.ts'

const FORM = /^sha256=[0-9a-f]{64}$/

/** The 32 bytes of `sha256=` and 64 lower-case hex digits; undefined for any other text. */
export function parseSignature(text: string): Uint8Array | undefined {
  return FORM.test(text) ? Buffer.from(text.slice('sha256='.length), 'hex') : undefined
}

/** HMAC-SHA256 of the bytes as they came. Source: RFC 2104, FIPS 180-4. */
export function bodySignature(key: Uint8Array, body: Uint8Array): Uint8Array {
  return createHmac('sha256', key).update(body).digest()
}

/**
 * Whose secret made a signature of 32 bytes; two may hold during a rotation. Every secret is tried, also after one that fits, so that
 * the time taken does not tell which.
 */
export function signerOf(
  signature: Uint8Array,
  body: Uint8Array,
  secrets: readonly HookSecret[],
): HookSecret | undefined {
  const fitting = secrets.filter(({bytes}) => isEqual(bodySignature(bytes, body), signature))
  return fitting[0]
}

/** `timingSafeEqual` throws on unequal lengths, which are no secret. */
export function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
