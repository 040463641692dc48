/** A delivery of a webhook, on its way. */
export interface Delivered {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array
}

/** What somebody can do with a delivery that they saw and whose secret they do not know. */
export const FORGERIES = [
  'resend',
  'new_id',
  'changed_byte',
  'cut_signature',
  'doubled_signature',
  'no_signature',
] as const
export type Forgery = (typeof FORGERIES)[number]

const SIGNATURE = /^x-host-signature-256$/i
const ID = /^x-host-delivery$/i
/** The connection that it goes on is another one. */
const OF_CONNECTION = /^(host|connection|content-length|transfer-encoding)$/i

export const isForgery = (word: string): word is Forgery => FORGERIES.some((one) => one === word)

/** The delivery as it is sent again. */
export function forgedDelivery({headers, body}: Delivered, how: Forgery): Delivered {
  const own = headers.filter(([name]) => !OF_CONNECTION.test(name))
  return {headers: forgedHeaders(own, how), body: how === 'changed_byte' ? changed(body) : body}
}

function forgedHeaders(headers: Delivered['headers'], how: Forgery): Delivered['headers'] {
  switch (how) {
    case 'new_id':
      return headers.map(([name, value]) => [name, ID.test(name) ? `${value}-again` : value])
    case 'cut_signature':
      return headers.map(([name, value]) => [name, SIGNATURE.test(name) ? value.slice(0, -1) : value])
    case 'doubled_signature':
      return headers.flatMap((one) => (SIGNATURE.test(one[0]) ? [one, one] : [one]))
    case 'no_signature':
      return headers.filter(([name]) => !SIGNATURE.test(name))
    default:
      return headers
  }
}

/** A letter inside a text turns into another one: it stays JSON. */
function changed(body: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(body)
  const at = bytes.findIndex((byte) => byte >= 0x61 && byte < 0x7a)
  bytes[at] = (bytes[at] ?? 0) + 1
  return bytes
}
