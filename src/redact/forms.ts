import {encodingsOf} from './encodings.ts'
import type {Form, KnownForm} from './form-index.ts'

/** Shorter values are found as whole words only, and never by a part. */
export const SHORTEST_ANYWHERE = 6
const LONGEST_LEAST = 12
const LEAST_SHARE = 0.6
/** What many values begin with and everybody may know: the way to a host, the label of a key, the header of a JWT, a scheme. */
const PUBLIC_START =
  /^(?:[a-z][a-z\d+.-]*:\/\/[^\s/@]*\/?|-----BEGIN [A-Z \d]+-----\s*|eyJ[\w-]+\.|(?:Bearer|Basic|Token) )/

/** Everything to look for in text because of one value. */
export function formsOf(known: KnownForm): Form[] {
  const {value} = known
  if (value.length < SHORTEST_ANYWHERE) return [{text: value, least: value.length, known}]
  const least = leastOf(value)
  const heads = encodingsOf(value).map((text) => ({text, least: scaled(text, value, least), known}))
  return isCutAtFront(value) ? [...heads, {text: value, least: endOf(value.length), known, isTail: true}] : heads
}

/** Twelve characters or three fifths, behind what everybody may know. */
function leastOf(value: string): number {
  const open = PUBLIC_START.exec(value)?.[0].length ?? 0
  return Math.min(value.length, open + endOf(value.length - open))
}

function endOf(length: number): number {
  return Math.min(length, Math.max(SHORTEST_ANYWHERE, Math.min(LONGEST_LEAST, Math.ceil(length * LEAST_SHARE))))
}

/** As large a part of the encoded form. */
function scaled(form: string, value: string, least: number): number {
  if (form === value) return least
  return Math.min(form.length, Math.max(LONGEST_LEAST, Math.ceil((form.length * least) / value.length)))
}

/** Addresses, sentences and keys end as many others do. */
function isCutAtFront(value: string): boolean {
  return !/\s|:\/\//.test(value)
}
