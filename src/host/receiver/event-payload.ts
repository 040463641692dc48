import {isRecord} from '#contract/is-record'
import {parseJson} from '#document/parse-json'
import {plainValue} from '#document/plain-value'

/** A body as plain values, or why it is none. */
export type EventPayload = {readonly value: Readonly<Record<string, unknown>>} | {readonly fault: string}

/** Strict JSON in UTF-8: an object, keys once, at most 64 levels, no `__proto__`. Never throws, whatever the bytes are. */
export function payloadOf(body: Uint8Array): EventPayload {
  const text = decode(body)
  if (text === undefined) return {fault: 'not_utf8'}
  if (text.startsWith('\ufeff')) return {fault: 'byte_order_mark'}
  const {tree, faults} = parseJson(text)
  const [broken] = faults
  if (tree === undefined || broken) return {fault: 'not_json'}
  const plain = plainValue(tree)
  const [bad] = plain.faults
  if (bad) return {fault: bad.rule}
  return isRecord(plain.value) ? {value: plain.value} : {fault: 'no_object'}
}

function decode(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(body)
  } catch {
    return undefined
  }
}
