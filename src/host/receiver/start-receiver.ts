import type {ReceivedRequest} from '#contract/generated/types'
import {loadEventContract} from '#contract/load-event-contract'
import {sha256} from '#digest/sha256'
import type {MeasurementPorts} from '#measurement/ports'
import type {ServeAddress, ServedReply, ServedRequest} from '#net/http-server'
import {timestamp} from '#random/clock'
import {sleep, type Time} from '#random/timers'
import {misfit} from './event-fit.ts'
import {payloadOf} from './event-payload.ts'
import {judgeRequest} from './judge-request.ts'
import {type OpenDeliveries, openDeliveries} from './open-deliveries.ts'
import {
  type JudgedRequest,
  keptDelivery,
  type ReceiverListener,
  type ReceiverRules,
  refusal,
  replyBody,
  type SignedDelivery,
} from './received.ts'

/** Where a receiver listens and keeps what it processed; `record` is absolute. */
export interface ReceiverPlace {
  readonly address: ServeAddress
  readonly record: string
}

/** A receiver that runs until it is closed: then it takes nothing new, and what was accepted is on the disk. */
export interface Receiver {
  /** Where deliveries go, path included. */
  readonly url: string
  close(): Promise<void>
}

/**
 * Takes deliveries of webhooks: each is verified, held against what was processed before, read, kept durably, and only then answered with
 * success. Throws `listen_failed`, `file_unreadable`, `workspace_unwritable`, `io_error`.
 */
export async function startReceiver(
  place: ReceiverPlace,
  rules: ReceiverRules,
  ports: Pick<MeasurementPorts, 'serveHttp' | 'files' | 'redactor' | 'clock'>,
  listener: ReceiverListener,
): Promise<Receiver> {
  const {clock} = ports
  const record = await openDeliveries(place.record, clock.nowMs(), ports)
  const stop = new AbortController()
  // One after the other: of two equal deliveries at once the second must find the first.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<JudgedRequest>) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
  const answer = async (request: ServedRequest): Promise<ServedReply> => {
    const judged = await judgeRequest(request, rules, clock)
    if ('outcome' in judged) return replyTo(judged, clock, listener)
    const done = await inTurn(() => processDelivery(judged, {rules, record, clock, listener}))
    if (rules.delayMs > 0) await sleep(clock, rules.delayMs, stop.signal)
    return replyTo(done, clock, listener)
  }
  try {
    const server = await ports.serveHttp(place.address, answer)
    return {
      url: `${server.url}${rules.path}`,
      close: async () => {
        stop.abort()
        await server.close()
        await last
        await record.close()
      },
    }
  } catch (error) {
    await record.close()
    throw error
  }
}

interface Processing {
  readonly rules: ReceiverRules
  readonly record: OpenDeliveries
  readonly clock: Time
  readonly listener: ReceiverListener
}

/** What a signed delivery comes to. Only one that is answered with success is remembered: any other, its sender sends again. */
async function processDelivery(signed: SignedDelivery, {rules, record, ...ports}: Processing): Promise<JudgedRequest> {
  const {head, body} = signed
  const digests = {id_sha256: sha256(head.deliveryId), body_sha256: sha256(body)}
  const known = record.seen.standing({idSha256: digests.id_sha256, bodySha256: digests.body_sha256})
  if (known === 'duplicate') return {outcome: 'duplicate', status: 200, signed}
  if (known === 'replay' && !rules.acceptsSameBody) return {outcome: 'replay', status: 200, signed}
  const payload = payloadOf(body)
  if ('fault' in payload) return {...refusal('invalid', 400, payload.fault), signed}
  const contract = await loadEventContract(head.event)
  if (contract === undefined) return {...refusal('invalid', 400, 'unknown_event'), signed}
  const fault = misfit(head.event, payload.value, contract)
  if (fault !== undefined) return {...refusal('invalid', 400, fault), signed}
  if (rules.respond < 200 || rules.respond > 299) return {outcome: 'declined', status: rules.respond, signed}
  const nowMs = ports.clock.nowMs()
  try {
    const facts = {received_at: timestamp(nowMs), ...digests, payload: payload.value}
    await record.append(keptDelivery(signed, facts), nowMs)
  } catch (error) {
    ports.listener.failed(error)
    throw error
  }
  return {outcome: 'accepted', status: rules.respond, signed}
}

function replyTo(judged: JudgedRequest, clock: Pick<Time, 'nowMs'>, listener: ReceiverListener): ServedReply {
  const {status, headers} = judged
  const request = shownRequest(judged, clock.nowMs())
  return {status, ...(headers && {headers}), json: replyBody(judged), sent: () => listener.received(request)}
}

function shownRequest({outcome, status, reason, signed}: JudgedRequest, nowMs: number): ReceivedRequest {
  return {
    received_at: timestamp(nowMs),
    outcome,
    status,
    event: signed?.head.event ?? null,
    delivery_id: signed?.head.deliveryId ?? null,
    body_bytes: signed?.body.length ?? null,
    body_sha256: signed === undefined ? null : sha256(signed.body),
    signer: signed?.secret.name ?? null,
    reason: reason ?? null,
  }
}
