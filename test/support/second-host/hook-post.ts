import {createHmac} from 'node:crypto'
import type {HostFault} from './faults.ts'

export interface SecondHook {
  readonly id: number
  readonly repo: string
  readonly url: string
  readonly secret: string
  readonly events: readonly string[]
  active: boolean
  readonly sent: SentDelivery[]
}

export interface SentDelivery {
  readonly id: number
  readonly event: string
  readonly body: string
  status: 'success' | 'failed'
  status_code: number | null
  duration_ms: number
  delivered_at: number
  error?: string
}

/** Sends one event once, with a second for the answer, and keeps what came of it. */
export async function postHook(
  hook: SecondHook,
  delivery: SentDelivery,
  faults: ReadonlySet<HostFault>,
): Promise<void> {
  const signature = createHmac('sha256', faults.has('hook-unsigned') ? 'another' : hook.secret)
    .update(delivery.body)
    .digest('hex')
  const begun = Date.now()
  const status = await fetch(hook.url, {
    method: 'POST',
    redirect: faults.has('hook-follows') ? 'follow' : 'manual',
    headers: {
      'Content-Type': 'application/json',
      'X-Host-Event': delivery.event,
      'X-Host-Delivery': String(delivery.id),
      'X-Host-Signature-256': `sha256=${signature}`,
    },
    body: delivery.body,
    signal: AbortSignal.timeout(1000),
  }).then(
    async (reply) => {
      await reply.body?.cancel()
      return reply.status
    },
    () => null,
  )
  delivery.duration_ms = Date.now() - begun
  delivery.delivered_at = Math.floor(Date.now() / 1000)
  const isGood = status !== null && status >= 200 && status < 300
  delivery.status_code = status
  delivery.status = isGood || faults.has('hook-failure-is-success') ? 'success' : 'failed'
  if (delivery.status === 'failed') delivery.error = status === null ? 'no answer' : `answered ${status}`
  if (faults.has('hook-history-lies')) Object.assign(delivery, {status: 'failed', status_code: 599})
}

/** Loopback is for tests; all else that is not public is refused by its text alone, which is enough for the forms that are tried. */
export function isForbiddenHook(url: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(url)) return true
  const {host, hostname} = new URL(url)
  if (allowed.includes(host)) return false
  return /^(127\.|10\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|0\.|\[|localhost)/.test(hostname)
}
