import {AssayError} from '#error/assay-error'
import {ProviderError} from '#error/provider-error'
import {collectReply} from '#net/collect-reply'
import type {HttpClient} from '#net/http-client'
import {elapsedMs} from '#random/clock'
import {deadline, sleep, type Time} from '#random/timers'
import {rateLimit} from '../model/rate-limit.ts'
import {ANSWER_LIMIT_MS, NO_ANSWER} from '../model/silence.ts'
import {withoutSlash} from '../model/target.ts'
import {type HostClient, type HostReply, type HostRequest, isAway, isRateHit, rateWaitSeconds} from './host-client.ts'
import type {SilenceWatch} from './watch-silence.ts'

const MOST_BYTES = 1024 * 1024
const READ_ATTEMPTS = 3
const PAUSE_MS = 200
/** Longer than this nobody waits for a rate budget: the check is open then. */
const MOST_RATE_WAIT_S = 20

/** How one host is spoken to. `isEach`: every answer counts as it is, nothing is asked again. */
export interface HostClientOptions {
  readonly baseUrl: string
  readonly authorization?: string | undefined
  /** Which of the addresses that the caller gave it is, where there are several: a refusal of the address policy tells. */
  readonly name?: string
  readonly isEach?: boolean
  readonly onReply?: (request: HostRequest, reply: HostReply) => void
  /** Knows the hosts that say nothing, which then are not asked. */
  readonly watch?: SilenceWatch
}

export function openHostClient(options: HostClientOptions, http: HttpClient, clock: Time): HostClient {
  const base = withoutSlash(options.baseUrl)
  const {watch} = options
  const once = async (request: HostRequest, signal: AbortSignal) => {
    try {
      return await askOnce({...options, baseUrl: base}, {http, clock, request}, signal)
    } catch (error) {
      throw withName(error, options.name)
    }
  }
  return {
    baseUrl: base,
    ask: async (request, signal) => {
      const {method = 'GET', isRateWanted = false} = request
      const attempts = method === 'GET' && !options.isEach ? READ_ATTEMPTS : 1
      await watch?.demandVoice(base, {http, clock}, signal)
      using limit = deadline(clock, ANSWER_LIMIT_MS, () => new ProviderError('timeout', NO_ANSWER, {fault: 'timeout'}))
      const either = AbortSignal.any([signal, limit.signal])
      // One that is refused or broken off is no silence, nor is one that answered and is asked again.
      const watched = () =>
        once(request, either).finally(() => {
          if (limit.signal.aborted) watch?.note(base)
        })
      const reply = await askAgain(watched, attempts, {clock, signal: either})
      if (isRateWanted || !isRateHit(reply)) return reply
      const isOurs = Boolean(request.authorization === undefined ? options.authorization : request.authorization)
      return await waitOutRate(reply, () => once(request, signal), {clock, signal, isOurs})
    },
  }
}

/** A refusal of the address policy with the address that it is about. */
function withName(error: unknown, name: string | undefined): unknown {
  if (name === undefined || !(error instanceof AssayError) || error.exit !== 'refused') return error
  const {code, message, hint, given} = error
  return new AssayError(code, `${name}: ${message}`, {hint, given, cause: error})
}

interface Waiting {
  readonly clock: Time
  readonly signal: AbortSignal
}

async function askAgain(
  once: () => Promise<HostReply>,
  attempts: number,
  {clock, signal}: Waiting,
): Promise<HostReply> {
  for (let left = attempts - 1; ; left--) {
    try {
      const reply = await once()
      if (left <= 0 || !isAway(reply)) return reply
    } catch (error) {
      if (left <= 0 || !(error instanceof AssayError) || error.code !== 'unreachable') throw error
    }
    await sleep(clock, PAUSE_MS, signal)
  }
}

async function waitOutRate(
  reply: HostReply,
  once: () => Promise<HostReply>,
  {clock, signal, isOurs}: Waiting & {readonly isOurs: boolean},
): Promise<HostReply> {
  const seconds = rateWaitSeconds(reply, clock.nowMs())
  if (seconds === undefined || seconds > MOST_RATE_WAIT_S) throw rateLimit(reply.status, seconds, isOurs)
  await sleep(clock, Math.ceil(seconds * 1000), signal)
  const second = await once()
  if (isRateHit(second)) throw rateLimit(second.status, rateWaitSeconds(second, clock.nowMs()), isOurs)
  return second
}

interface Asking {
  readonly http: HttpClient
  readonly clock: Time
  readonly request: HostRequest
}

async function askOnce(
  {baseUrl, authorization, onReply}: HostClientOptions,
  {http, clock, request}: Asking,
  signal: AbortSignal,
): Promise<HostReply> {
  const {method = 'GET', path, body, raw} = request
  const credentials = request.authorization === undefined ? authorization : request.authorization
  const begun = clock.monotonicNs()
  const {
    status,
    headers,
    body: bytes,
  } = await collectReply(
    http,
    {
      method,
      url: baseUrl + path,
      headers: {
        accept: 'application/json',
        'user-agent': 'assay',
        ...(credentials && {authorization: credentials}),
        ...(body !== undefined && {'content-type': 'application/json'}),
        ...(raw && {'content-type': raw.type, ...(raw.encoding && {'content-encoding': raw.encoding})}),
      },
      body: raw?.bytes ?? (body === undefined ? undefined : JSON.stringify(body)),
      signal,
    },
    request.limitBytes ?? MOST_BYTES,
  )
  const text = new TextDecoder().decode(bytes)
  const reply = {
    status,
    headers,
    body: bytes,
    text,
    json: jsonIn(text),
    ms: elapsedMs(clock, begun),
    receivedAtMs: clock.nowMs(),
  }
  onReply?.(request, reply)
  return reply
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
