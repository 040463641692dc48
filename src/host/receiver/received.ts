import type {HookDelivery, ReceivedRequest, ReceiverCounts} from '#contract/generated/types'
import type {DeliveryHead} from './delivery-head.ts'
import type {HookSecret} from './hook-secret.ts'

/** What becomes of a request: `declined` is a good delivery that the receiver was told to answer badly, `misdirected` another path or method. */
export type ReceivedOutcome = keyof ReceiverCounts

/** How a receiver behaves. */
export interface ReceiverRules {
  readonly path: string
  /** The word between `X-` and the rest of the header names. */
  readonly brand: string
  readonly secrets: readonly HookSecret[]
  /** HTTP status for good deliveries; another than 2xx declines them: they are not processed, and not remembered. */
  readonly respond: number
  /** Good deliveries are answered so much later. */
  readonly delayMs: number
  /** A body that was processed under another id is no replay: for services that send equal bodies. */
  readonly acceptsSameBody: boolean
}

/** A request whose signature holds. */
export interface SignedDelivery {
  readonly head: DeliveryHead
  readonly body: Uint8Array
  readonly secret: HookSecret
}

/** What was made of a request. `signed` where its signature holds, `reason` a word where it was not accepted. */
export interface JudgedRequest {
  readonly outcome: ReceivedOutcome
  readonly status: number
  readonly reason?: string
  readonly signed?: SignedDelivery
  readonly headers?: Readonly<Record<string, string>>
}

/** What came in, one after the other, is told here. */
export interface ReceiverListener {
  received(request: ReceivedRequest): void
  /** A delivery could not be kept: the receiver answered 500, and nothing further can be relied on. */
  failed(error: unknown): void
}

/** A refusal before a signature was looked at, or because of it. */
export function refusal(outcome: ReceivedOutcome, status: number, reason: string): JudgedRequest {
  return {outcome, status, reason}
}

/** What a sender reads. Nothing that would help to guess a signature. */
export function replyBody({outcome, reason}: JudgedRequest): object {
  const isFine = ['accepted', 'duplicate', 'replay'].includes(outcome)
  if (isFine) return {status: outcome}
  return {error: outcome === 'unsigned' ? 'unauthorized' : outcome, ...(outcome === 'invalid' && {message: reason})}
}

/** As the record keeps it. */
export function keptDelivery(
  {head, body, secret}: SignedDelivery,
  facts: Pick<HookDelivery, 'received_at' | 'id_sha256' | 'body_sha256' | 'payload'>,
): HookDelivery {
  return {
    schema_version: 1,
    ...facts,
    event: head.event,
    delivery_id: head.deliveryId,
    body_bytes: body.length,
    signer: secret.name,
  }
}
