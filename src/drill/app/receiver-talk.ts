/** What a receiver of webhooks is started with. */
export interface ReceiverSetting {
  /** On loopback: the same before and after it was down. */
  readonly port: number
  /** Absolute; what it processed, a line each. */
  readonly record: string
  /** Names of the secrets that it takes at first; the variables `DRILL_SECRET_NAME` hold them. */
  readonly secrets: readonly string[]
  readonly acceptsSameBody: boolean
  /** Where it speaks TLS, all in PEM: the key, a certificate that its senders trust, and one that nobody does. */
  readonly identities?: {readonly key: string; readonly trusted: string; readonly untrusted: string} | undefined
}

/** How it answers whoever sends: as it should, with a status, by leading elsewhere, never, or with a certificate that nobody trusts. */
export type ReceiverMode = 'ok' | 'status' | 'redirect' | 'hang' | 'untrusted'

/** A delivery as it came, byte for byte. */
export interface CapturedDelivery {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly base64: string
}

export const SECRET_VARIABLE = 'DRILL_SECRET_'
