import {parseSignature} from './body-signature.ts'
import {type StandardHead, standardHead} from './standard-signature.ts'

/** Headers as they came, in order; a name may be there twice. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

/** What the headers of a delivery say. */
export interface DeliveryHead {
  readonly event: string
  readonly deliveryId: string
  readonly signature: Uint8Array
  /** Where the sender speaks Standard Webhooks as well. */
  readonly standard?: StandardHead | undefined
}

/** Why headers are none of a delivery: a word for machines. */
export interface HeadProblem {
  readonly problem: `${'missing' | 'repeated' | 'malformed'}_${'event' | 'delivery' | 'signature' | 'standard'}`
}

const BRAND = /^[A-Za-z][A-Za-z0-9]{0,31}$/

/** The word between `X-` and the rest of the header names. */
export function isBrand(text: string): boolean {
  return BRAND.test(text)
}

/** Header names of a brand, as they are written. */
export function brandedNames(brand: string) {
  return {event: `X-${brand}-Event`, delivery: `X-${brand}-Delivery`, signature: `X-${brand}-Signature-256`}
}

/** All values that came under a name. */
export function valuesOf(headers: HeaderList, name: string): string[] {
  const wanted = name.toLowerCase()
  return headers.filter(([one]) => one.toLowerCase() === wanted).map(([, value]) => value)
}

/** Never throws, whatever came. A header that is there twice says two things, and so nothing. */
export function deliveryHead(headers: HeaderList, brand: string): DeliveryHead | HeadProblem {
  const names = brandedNames(brand)
  const event = only(headers, names.event, /^[a-z][a-z0-9_]{0,63}$/)
  if (event.value === undefined) return {problem: `${event.fault}_event`}
  const delivery = only(headers, names.delivery, /^[\x21-\x7e]{1,128}$/)
  if (delivery.value === undefined) return {problem: `${delivery.fault}_delivery`}
  const text = only(headers, names.signature, /^/)
  if (text.value === undefined) return {problem: `${text.fault}_signature`}
  const signature = parseSignature(text.value)
  if (signature === undefined) return {problem: 'malformed_signature'}
  const standard = standardOf(headers)
  if (standard !== undefined && 'problem' in standard) return standard
  return {event: event.value, deliveryId: delivery.value, signature, standard}
}

/** The head of Standard Webhooks; undefined where none of its headers came. */
export function standardOf(headers: HeaderList): StandardHead | HeadProblem | undefined {
  const parts = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => valuesOf(headers, name))
  if (parts.every((values) => values.length === 0)) return undefined
  if (parts.some((values) => values.length === 0)) return {problem: 'missing_standard'}
  if (parts.some((values) => values.length > 1)) return {problem: 'repeated_standard'}
  const [id = '', timestamp = '', signature = ''] = parts.flat()
  return standardHead(id, timestamp, signature) ?? {problem: 'malformed_standard'}
}

type Found =
  | {readonly value: string; readonly fault?: never}
  | {readonly value?: undefined; readonly fault: 'missing' | 'repeated' | 'malformed'}

function only(headers: HeaderList, name: string, form: RegExp): Found {
  const values = valuesOf(headers, name)
  const [value] = values
  if (value === undefined) return {fault: 'missing'}
  if (values.length > 1) return {fault: 'repeated'}
  return form.test(value) ? {value} : {fault: 'malformed'}
}
