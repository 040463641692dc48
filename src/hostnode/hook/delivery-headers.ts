import {createHmac} from 'node:crypto'
import type {DeliveryRow} from '../model/hook-rows.ts'

const STANDARD = 'whsec_'

/** What is signed, and with what. */
export interface SignedHead {
  readonly delivery: Pick<DeliveryRow, 'id' | 'event' | 'hook_id' | 'body'>
  /** As the owner set it; all of it is the key. */
  readonly secret: string
  readonly brand: string
  readonly version: string
  readonly nowMs: number
}

/** Headers of a delivery. Source of the last three: Standard Webhooks 1.0, which a secret `whsec_<base64>` asks for. */
export function deliveryHeaders(head: SignedHead): Record<string, string> {
  const {delivery, secret, brand, version} = head
  return {
    // The next attempt is judged anew, at a connection of its own.
    connection: 'close',
    'content-type': 'application/json',
    'user-agent': `hostnode/${version}`,
    [`x-${brand}-event`.toLowerCase()]: delivery.event,
    [`x-${brand}-delivery`.toLowerCase()]: delivery.id,
    [`x-${brand}-hook-id`.toLowerCase()]: delivery.hook_id,
    [`x-${brand}-signature-256`.toLowerCase()]: `sha256=${createHmac('sha256', secret).update(delivery.body).digest('hex')}`,
    ...standardHeaders(head),
  }
}

function standardHeaders({delivery, secret, nowMs}: SignedHead): Record<string, string> {
  if (!secret.startsWith(STANDARD)) return {}
  const key = Buffer.from(secret.slice(STANDARD.length), 'base64')
  const timestamp = String(Math.floor(nowMs / 1000))
  const signature = createHmac('sha256', key)
    .update(`${delivery.id}.${timestamp}.`)
    .update(delivery.body)
    .digest('base64')
  return {'webhook-id': delivery.id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}`}
}
