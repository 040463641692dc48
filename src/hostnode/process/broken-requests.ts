import {type IncomingMessage, type Server, type ServerResponse, STATUS_CODES} from 'node:http'
import type {Timers} from '#random/timers'
import type {ApiErrorCode} from '../model/api-failure.ts'
import type {ListenWish, Refusal, RefuseCaller, RequestHandler} from '../model/listening.ts'
import {originForm, requestFault} from '../model/request-form.ts'

type Socket = IncomingMessage['socket']

/** Who is on a connection. */
interface Caller {
  /** Refused: nothing that comes is looked at any more. */
  isOver: boolean
  /** Answers in their order, those that did not end yet; the last that did may be among them. */
  readonly pending: ServerResponse[]
}

/** So long a refused caller may take to read why: a connection that is cut at once takes the answer along. */
const LINGER_MS = 1_000

/** What Node says is wrong with the bytes of a connection, and what callers are told. All else is malformed. Source: https://nodejs.org/api/http.html#event-clienterror */
const FAULTS: Readonly<Record<string, readonly [ApiErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'the headers are larger than 16 KiB'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['too_large', 'the body has too much beside its content'],
  ERR_HTTP_REQUEST_TIMEOUT: ['timeout', 'the request did not come in time'],
}
const MALFORMED = ['bad_request', 'the request is malformed'] as const

/** Stands between a server and its handler: what is no request, or could be two, is refused and its connection closed, whatever comes behind it. */
export class BrokenRequests {
  readonly #refuse: RefuseCaller
  readonly #timers: Timers
  readonly #idleMs: number
  readonly #callers = new WeakMap<Socket, Caller>()

  constructor({refuse, idleMs}: Pick<ListenWish, 'refuse' | 'idleMs'>, timers: Timers) {
    this.#refuse = refuse
    this.#timers = timers
    this.#idleMs = idleMs
  }

  watch(server: Server): void {
    server.on('clientError', (error, socket) => this.#broken(String(Object(error).code), socket as Socket))
    server.on('connect', (request, socket) => {
      const facts = {requestId: request.headers['x-request-id'], address: request.socket.remoteAddress}
      this.#endWith(socket as Socket, this.#refuse('bad_request', 'the node is no proxy', facts))
    })
  }

  /** A handler that is only asked what can be read in one way. */
  before(answer: RequestHandler): RequestHandler {
    return (request, response) => {
      const {socket} = request
      const caller = this.#callerAt(socket)
      // After a refused request it is unknown where the next request would begin.
      if (caller.isOver) return
      // They end in their order.
      while (caller.pending[0]?.closed) caller.pending.shift()
      caller.pending.push(response)
      if (hasBody(request)) response.once('finish', () => this.#limitRest(request))
      const fault = requestFault(request)
      if (fault === undefined) {
        request.url = originForm(request.url ?? '')
        return answer(request, response)
      }
      caller.isOver = true
      const facts = {requestId: request.headers['x-request-id'], address: socket.remoteAddress}
      const {status, headers, body} = this.#refuse('bad_request', fault, facts)
      response.writeHead(status, headers).end(body)
    }
  }

  #callerAt(socket: Socket): Caller {
    const known = this.#callers.get(socket)
    if (known !== undefined) return known
    const made = {isOver: false, pending: []}
    this.#callers.set(socket, made)
    return made
  }

  /** A body that nobody reads may still come to its end, for the connection to be used again; not for ever. */
  #limitRest(request: IncomingMessage): void {
    if (request.complete) return
    const cancel = this.#timers.after(this.#idleMs, () => request.socket.destroy())
    request.once('close', cancel)
  }

  /** An answer under way is not written into: it is ended first, or cut off where it is that of the broken request. */
  #broken(code: string, socket: Socket): void {
    const caller = this.#callerAt(socket)
    if (caller.isOver) return
    caller.isOver = true
    if (!socket.writable || code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    const [reason, message] = (Object.hasOwn(FAULTS, code) ? FAULTS[code] : undefined) ?? MALFORMED
    const end = () => this.#endWith(socket, this.#refuse(reason, message, {address: socket.remoteAddress, cause: code}))
    const pending = caller.pending.filter(({closed}) => !closed)
    const last = pending.at(-1)
    if (last?.req.complete) last.once('finish', end)
    else if (pending.length > 1 || last?.headersSent) socket.destroy()
    else end()
  }

  #endWith(socket: Socket, {status, headers, body}: Refusal): void {
    this.#callerAt(socket).isOver = true
    if (!socket.writable) return
    const head = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`)
    const cancel = this.#timers.after(LINGER_MS, () => socket.destroy())
    socket.once('close', cancel)
  }
}

function hasBody({headers}: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}
