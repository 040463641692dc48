import {AssayError} from '#error/assay-error'
import type {HttpClient} from '#net/http-client'
import {deadline, sleep, type Time} from '#random/timers'
import {type Notice, type NoticeAddress, noticeHeaders} from './notice.ts'

export interface NoticeContext {
  readonly client: HttpClient
  readonly clock: Time
  readonly agent: string
  readonly isHurried: boolean
}

/** Before each attempt. */
const WAITS_MS = [0, 1_000, 3_000]
const ATTEMPT_MS = 5_000
/** Answers after which the same request may come through: RFC 9110, and 425 and 429. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504])

/**
 * Sends a notice until it is taken, at most three times within 20 s, and once where nobody wants to wait. Gives what went wrong, undefined
 * where it arrived; never rejects.
 */
export async function sendNotice(
  notice: Notice,
  address: NoticeAddress,
  ports: NoticeContext,
): Promise<string | undefined> {
  const waits = ports.isHurried ? WAITS_MS.slice(0, 1) : WAITS_MS
  let fault: Fault | undefined
  for (const waitMs of waits) {
    await sleep(ports.clock, waitMs)
    fault = await attempt(notice, address, ports)
    if (fault === undefined) return undefined
    if (!fault.mayPass) return fault.words
  }
  return waits.length > 1 ? `${fault?.words}, ${waits.length} times` : fault?.words
}

interface Fault {
  readonly words: string
  readonly mayPass: boolean
}

/** Nothing of the answer is read but its status: it may say anything. */
async function attempt(
  notice: Notice,
  {url, secret}: NoticeAddress,
  {client, clock, agent}: NoticeContext,
): Promise<Fault | undefined> {
  using limit = deadline(clock, ATTEMPT_MS, () => new AssayError('timeout', 'no answer in time'))
  const headers = {...noticeHeaders(notice, secret, Math.floor(clock.nowMs() / 1000)), 'user-agent': agent}
  let status: number | undefined
  const sink = {
    start: (head: {readonly status: number}) => {
      status = head.status
    },
    take: () => undefined,
  }
  try {
    await client.exchange({method: 'POST', url: url.href, headers, body: notice.body, signal: limit.signal}, sink)
  } catch (error) {
    // Once the receiver has answered, an error in the rest of its response does not matter.
    if (status === undefined) return faultOf(error)
  }
  if (status !== undefined && status >= 200 && status < 300) return undefined
  return {words: `the receiver answered ${status}`, mayPass: PASSING.has(status ?? 0)}
}

function faultOf(error: unknown): Fault {
  if (!(error instanceof AssayError)) return {words: 'the connection failed', mayPass: true}
  return {words: error.message, mayPass: error.code === 'timeout' || error.code === 'unreachable'}
}
