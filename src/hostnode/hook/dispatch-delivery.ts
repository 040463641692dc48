import type {HttpClient, ReplyHead} from '#net/http-client'
import {retryAfterMs} from '#net/retry-after'
import {elapsedMs} from '#random/clock'
import {deadline} from '#random/timers'
import type {NodeSettings} from '../config/settings.ts'
import type {NodeContext} from '../context/context.ts'
import type {DeliveryRow} from '../model/hook-rows.ts'
import {portOfUrl} from '../model/hook-targets.ts'
import {type AttemptOutcome, answeredOutcome, brokenOutcome, SECRET_UNREADABLE} from './attempt-outcome.ts'
import {deliveryHeaders} from './delivery-headers.ts'
import {KeptReply} from './kept-reply.ts'

/** Limit of a whole attempt: connect, TLS, status line, and the part of the response that is read. */
const LIMIT_MS = 10_000
const MOST_REPLY_BYTES = 64 * 1024

/** Ends reading a response that is longer than what is read of it. */
class Enough extends Error {}

/** The URL of a hook and the secret that signs its deliveries. */
export interface OpenHook {
  readonly url: string
  /** Undefined if it cannot be decrypted any more. */
  readonly secret: string | undefined
}

/** A delivery with its hook and client. */
interface DeliveryToSend {
  readonly delivery: DeliveryRow
  readonly hook: OpenHook
  /** Returns a client that reaches only addresses allowed for deliveries to the port. */
  readonly clientFor: (port: number) => HttpClient
}

/**
 * Makes one attempt. The address is judged when it is dialled, anew for every attempt; redirects are not followed; no connection is used
 * twice. Undefined if the signal aborted it: its outcome is unknown, and it is made again.
 */
export async function dispatchDelivery(
  {delivery, hook, clientFor}: DeliveryToSend,
  context: Pick<NodeContext, 'hooks' | 'time' | 'release'> & {readonly settings: Pick<NodeSettings, 'webhookBrand'>},
  signal: AbortSignal,
): Promise<AttemptOutcome | undefined> {
  const {hooks, time, settings, release} = context
  const startedAtMs = time.nowMs()
  const startedNs = time.monotonicNs()
  const {secret} = hook
  if (secret === undefined) {
    return {
      startedAtMs,
      durationMs: 0,
      statusCode: null,
      error: SECRET_UNREADABLE,
      isFinal: true,
      reply: null,
      retryAfterMs: 0,
    }
  }
  const url = new URL(hook.url)
  const client = clientFor(portOfUrl(url))
  using limit = deadline(time, LIMIT_MS, () => new Error('late'), signal)
  let head: ReplyHead | undefined
  let durationMs = 0
  let left = MOST_REPLY_BYTES
  const kept = new KeptReply()
  const measured = () => ({
    startedAtMs,
    durationMs: durationMs || Math.round(elapsedMs(time, startedNs)),
    reply: kept.text(secret, hooks.mask),
  })
  try {
    await client.exchange(
      {
        method: 'POST',
        url: url.href,
        headers: deliveryHeaders({
          delivery,
          secret,
          brand: settings.webhookBrand,
          version: release.version,
          nowMs: startedAtMs,
        }),
        body: delivery.body,
        signal: limit.signal,
      },
      {
        start: (one) => {
          head = one
          durationMs = Math.round(elapsedMs(time, startedNs))
        },
        take: (piece) => {
          kept.take(piece)
          left -= piece.length
          if (left < 0) throw new Enough()
        },
      },
    )
  } catch (error) {
    if (head === undefined) {
      if (signal.aborted) return undefined
      return {...measured(), ...brokenOutcome(error, limit.signal.aborted)}
    }
  }
  if (head === undefined) return {...measured(), ...brokenOutcome(undefined, false)}
  return {...measured(), ...answeredOutcome(head.status, retryAfterMs(head.headers, time.nowMs()) ?? 0)}
}
