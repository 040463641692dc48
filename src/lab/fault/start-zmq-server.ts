import {Router} from 'zeromq'
import {CONNECT, FaultScript} from './fault-script.ts'
import type {FaultName, FaultServer, FaultStep, SeenRequest} from './fault-step.ts'
import {isClosedPort, SEED} from './fault-table.ts'
import {type Gr00tRequest, type Gr00tService, healthyReply, illReply, readRequest} from './gr00t-service.ts'
import {openZmqFront, type ZmqFront} from './open-zmq-front.ts'

/** How a GR00T policy server is played. */
export interface ZmqServerOptions extends Partial<Gr00tService> {
  /** Bends good replies to `get_action` that no step of the script is for. */
  readonly bend?: (reply: Uint8Array) => Uint8Array
}

const LATE_MS = 100
/** These belong to the connection; all others to a request. */
const NO_REQUEST: readonly FaultName[] = ['refuse', 'wrong_service']

/** A GR00T policy server. Its endpoints are those of upstream; `connect` is a connection before any request. */
export async function startZmqServer(options: ZmqServerOptions, script: readonly FaultStep[]): Promise<FaultServer> {
  // A router, not a REP socket: it may leave a request without an answer and still take the next.
  const socket = new Router({linger: 0})
  await socket.bind('tcp://127.0.0.1:0')
  const steps = new FaultScript(script.map(atItsPlace))
  const backPort = Number(new URL((socket.lastEndpoint ?? '').replace('tcp:', 'http:')).port)
  const front = await openZmqFront(backPort, steps, isClosedPort(script))
  const server = new ZmqServer({socket, steps, front}, options)
  const serving = server.serve().catch(() => {})
  return {
    url: `tcp://127.0.0.1:${front.number}`,
    requests: () => [...server.requests],
    connections: front.connections,
    play: (next) => steps.replace(next.map(atItsPlace)),
    close: async () => {
      await front.close()
      server.stop()
      await serving
    },
  }
}

/** A fault that only a connection can have needs not be matched to it; one that a request can have too is the request's unless it is. */
function atItsPlace(step: FaultStep): FaultStep {
  return NO_REQUEST.includes(step.fault) ? {...step, match: {endpoint: CONNECT}} : step
}

interface Parts {
  readonly socket: Router
  readonly steps: FaultScript
  readonly front: ZmqFront
}

class ZmqServer {
  readonly requests: SeenRequest[] = []
  readonly #parts: Parts
  readonly #service: Gr00tService
  readonly #bend: (reply: Uint8Array) => Uint8Array
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(parts: Parts, {dialect = 'npy', seed = SEED, token, act, bend = (reply) => reply}: ZmqServerOptions) {
    this.#parts = parts
    this.#service = {dialect, seed, token, act}
    this.#bend = bend
  }

  async serve(): Promise<void> {
    for await (const frames of this.#parts.socket) {
      const bytes = frames.at(-1)
      const request = bytes && readRequest(bytes)
      if (request === undefined) continue
      const seen = {method: 'ZMQ', path: request.endpoint, headers: {}, body: ''}
      this.requests.push(seen)
      // All before the question goes back as it came: who asked, and which of his questions it was.
      this.#answer(frames.slice(0, -1), request, this.#parts.steps.next(seen))
    }
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#parts.socket.close()
  }

  #answer(envelope: Buffer[], request: Gr00tRequest, step: FaultStep | undefined): void {
    const good = () => healthyReply(request, this.#service)
    if (step === undefined) {
      this.#send(envelope, request.endpoint === 'get_action' ? this.#bend(good()) : good())
      return
    }
    const {fault, options = {}} = step
    if (fault === 'hang' || fault === 'busy') return
    if (fault === 'late_reply') {
      this.#timers.add(setTimeout(() => this.#send(envelope, good()), options.delayMs ?? LATE_MS))
      return
    }
    if (fault === 'slow_drip' || fault === 'reset_mid_body') this.#parts.front.spoil(fault)
    this.#send(envelope, illReply(step, request, this.#service) ?? good())
  }

  /** A peer that has gone is no concern of the server's. */
  #send(envelope: Buffer[], bytes: Uint8Array): void {
    this.#parts.socket.send([...envelope, bytes]).catch(() => {})
  }
}
