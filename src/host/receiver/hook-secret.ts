/** A shared secret of a webhook and what messages call it: the variable or file that it came from, never its value. */
export interface HookSecret {
  readonly name: string
  /** All of it, as the sender's key: nothing is trimmed. */
  readonly bytes: Uint8Array
}

/** More than any service hands out; a file that is larger is another file. */
export const MOST_SECRET_BYTES = 4096

const STANDARD = 'whsec_'

/** The key that Standard Webhooks make of a secret `whsec_<base64>`; undefined for any other secret. */
export function standardKey({bytes}: HookSecret): Uint8Array | undefined {
  const text = Buffer.from(bytes).toString('latin1')
  if (!text.startsWith(STANDARD)) return undefined
  const encoded = text.slice(STANDARD.length)
  return /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) ? Buffer.from(encoded, 'base64') : undefined
}
