import {Agent, buildConnector, type Dispatcher} from 'undici'
import {literalRefusal} from './address-policy.ts'
import {guardedLookup} from './guarded-lookup.ts'
import type {HttpClient, HttpRequest, ReplyHead, ReplySink} from './http-client.ts'
import {connectionFault} from './http-fault.ts'
import type {Guard} from './resolve-host.ts'

/** `hasCredentials`: they go along with requests, so plain http is for trusted hosts only. */
export type ClientGuard = Omit<Guard, 'isBare'> & {
  readonly hasCredentials: boolean
  /** The one that is trusted to sign certificates, PEM; without it those that this machine trusts. */
  readonly authority?: string | undefined
}

const MOST_HEADER_BYTES = 64 * 1024
/** undici's own limits measure silence, not time: a drip of a byte a second would never end. The signal is the one limit. */
const NO_LIMIT = 0

/** Every connection is judged where it is made: addresses here, names in the lookup. */
export function undiciClient(guard: ClientGuard): HttpClient {
  const sockets = new Set<{destroy(): void}>()
  const agent = new Agent({
    connect: guardedConnector(guard, sockets),
    headersTimeout: NO_LIMIT,
    bodyTimeout: NO_LIMIT,
    maxHeaderSize: MOST_HEADER_BYTES,
  })
  const placeOf = placeFinder()
  return {
    exchange: (request, sink) =>
      new Promise((done, fail) => new Exchange(request, sink, {done, fail}).start(agent, placeOf)),
    close: async () => {
      // A connection in the making would keep the process up for as long as the system tries.
      for (const socket of sockets) socket.destroy()
      await agent.destroy()
    },
  }
}

function guardedConnector(guard: ClientGuard, sockets: Set<{destroy(): void}>): buildConnector.connector {
  const {authority} = guard
  const options = {timeout: NO_LIMIT, allowH2: false, ...(authority !== undefined && {ca: authority})}
  const connectorFor = (isBare: boolean) => {
    const lookup = guardedLookup({...guard, isBare}) as never
    return buildConnector({...options, lookup}) as (...args: Parameters<buildConnector.connector>) => unknown
  }
  const [plain, secure] = [connectorFor(guard.hasCredentials), connectorFor(false)]
  return (target, done) => {
    const isPlain = target.protocol === 'http:'
    const refusal = literalRefusal(guard.policy, target.hostname, isPlain && guard.hasCredentials)
    if (refusal !== undefined) return queueMicrotask(() => done(refusal, null))
    const socket = (isPlain ? plain : secure)(target, (...args) => {
      forget()
      done(...args)
    })
    const forget = () => sockets.delete(socket as {destroy(): void})
    if (typeof socket === 'object' && socket !== null && 'destroy' in socket) sockets.add(socket as {destroy(): void})
  }
}

interface Place {
  readonly origin: string
  readonly path: string
}

/** Takes a URL apart. The last one is kept: the next request mostly goes there too. */
function placeFinder(): (url: string) => Place {
  let last: {readonly url: string; readonly place: Place} | undefined
  return (url) => {
    if (last?.url === url) return last.place
    const {origin, pathname, search} = new URL(url)
    last = {url, place: {origin, path: pathname + search}}
    return last.place
  }
}

interface Settle {
  done(head: ReplyHead): void
  fail(error: unknown): void
}

/** One request on its way through undici's dispatcher: no stream is built, the limits of the sink apply to every piece. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: HttpRequest
  readonly #sink: ReplySink
  readonly #settle: Settle
  readonly #stop = () => this.#controller?.abort(this.#request.signal.reason)
  #controller: Dispatcher.DispatchController | undefined
  #head: ReplyHead | undefined
  #thrown: {readonly error: unknown} | undefined

  constructor(request: HttpRequest, sink: ReplySink, settle: Settle) {
    this.#request = request
    this.#sink = sink
    this.#settle = settle
  }

  start(agent: Agent, placeOf: (url: string) => Place): void {
    const {method, url, headers, body = null, signal} = this.#request
    if (signal.aborted) {
      this.#settle.fail(signal.reason)
      return
    }
    signal.addEventListener('abort', this.#stop, {once: true})
    agent.dispatch({...placeOf(url), method, headers, body: body as string | Buffer | null}, this)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // Aborted while it waited for its connection: not a byte of it is sent.
    if (this.#request.signal.aborted) this.#stop()
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: object): void {
    // Interim replies such as 103 come before the one that counts.
    if (status < 200) return
    const head = {status, headers: plainHeaders(headers)}
    this.#head = head
    this.#guarded(controller, () => this.#sink.start(head))
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Uint8Array): void {
    // At the end of a cut connection undici hands out nothing, and again after every pause: to wait for it would be for ever.
    if (piece.length === 0) return
    this.#guarded(controller, () => {
      const taken = this.#sink.take(piece)
      if (taken === undefined) return
      controller.pause()
      taken.then(
        () => controller.resume(),
        (error: unknown) => this.#abort(controller, error),
      )
    })
  }

  onResponseEnd(): void {
    this.#request.signal.removeEventListener('abort', this.#stop)
    if (this.#head === undefined) this.#settle.fail(connectionFault(undefined, false))
    else this.#settle.done(this.#head)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const {signal} = this.#request
    signal.removeEventListener('abort', this.#stop)
    if (this.#thrown !== undefined) this.#settle.fail(this.#thrown.error)
    else this.#settle.fail(signal.aborted ? signal.reason : connectionFault(error, this.#head !== undefined))
  }

  #guarded(controller: Dispatcher.DispatchController, work: () => void): void {
    if (this.#thrown !== undefined) return
    try {
      work()
    } catch (error) {
      this.#abort(controller, error)
    }
  }

  #abort(controller: Dispatcher.DispatchController, error: unknown): void {
    this.#thrown = {error}
    controller.abort(error instanceof Error ? error : new Error('the reply was not taken'))
  }
}

function plainHeaders(headers: object): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    plain[name.toLowerCase()] = typeof value === 'string' ? value : String(Array.isArray(value) ? value[0] : value)
  return plain
}
