import {bodySignature, isEqual} from './body-signature.ts'
import {type HookSecret, standardKey} from './hook-secret.ts'

/** What the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` say. */
export interface StandardHead {
  readonly id: string
  /** Unix seconds, as sent: the text is signed. */
  readonly timestamp: string
  /** Signatures of version 1; other versions are ignored. */
  readonly signatures: readonly Uint8Array[]
}

/** How far the clocks of sender and receiver may be apart. */
const MOST_APART_SECONDS = 300

/** The head where all three headers are well formed. Source: Standard Webhooks 1.0, "Verifying webhook authenticity". */
export function standardHead(id: string, timestamp: string, signature: string): StandardHead | undefined {
  if (!/^[\x21-\x7e]{1,256}$/.test(id) || !/^\d{1,12}$/.test(timestamp)) return undefined
  const signatures = signature.split(' ').flatMap((one) => {
    const [, encoded] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(one) ?? []
    return encoded === undefined ? [] : [Buffer.from(encoded, 'base64')]
  })
  return signatures.length === 0 ? undefined : {id, timestamp, signatures}
}

/** Whose secret made one of the signatures. Only secrets that begin with `whsec_` can. */
export function standardSignerOf(
  {id, timestamp, signatures}: StandardHead,
  body: Uint8Array,
  secrets: readonly HookSecret[],
): HookSecret | undefined {
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body])
  const fitting = secrets.filter((secret) => {
    const key = standardKey(secret)
    if (key === undefined) return false
    const wanted = bodySignature(key, signed)
    return signatures.filter((signature) => isEqual(signature, wanted)).length > 0
  })
  return fitting[0]
}

/** Whether a delivery is older or newer than clocks may differ: then it may be one that was recorded. */
export function isStale({timestamp}: StandardHead, nowMs: number): boolean {
  return Math.abs(nowMs / 1000 - Number(timestamp)) > MOST_APART_SECONDS
}
