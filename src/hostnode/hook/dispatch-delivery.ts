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

/** For connect, TLS and status line together, and for what of the reply is read. */
const LIMIT_MS = 10_000
const MOST_REPLY_BYTES = 64 * 1024

/** The name of the last error is all that is told of it. */
class Enough extends Error {}

/** Where a hook leads, and what signs what goes there. */
export interface OpenHook {
  readonly url: string
  /** Undefined where nobody can read it any more. */
  readonly secret: string | undefined
}

/** What is sent where. */
interface DeliveryToSend {
  readonly delivery: DeliveryRow
  readonly hook: OpenHook
  /** A client that goes where deliveries to a port may. */
  readonly clientFor: (port: number) => HttpClient
}

/**
 * Makes one attempt. The address is judged when it is dialled, at every attempt anew; redirects are not followed; no connection is used twice.
 * Undefined where the signal ended it: then nobody knows what came of it, and it is made again.
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
