import {createHmac} from 'node:crypto'
import type {DeliveryRow} from '../model/hook-rows.ts'

const STANDARD = 'whsec_'

/** What a delivery is signed with and described by. */
export interface SignedHead {
  readonly delivery: Pick<DeliveryRow, 'id' | 'event' | 'hook_id' | 'body'>
  /** As the owner set it; the whole text is the key. */
  readonly secret: string
  readonly brand: string
  readonly version: string
  readonly nowMs: number
}

/** Headers of a delivery. The last three follow Standard Webhooks 1.0, for a secret of the form `whsec_<base64>`. */
export function deliveryHeaders(head: SignedHead): Record<string, string> {
  const {delivery, secret, brand, version} = head
  return {
    // The address is judged again for the next attempt, so each needs its own connection.
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
