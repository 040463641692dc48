import {Router} from 'zeromq'
import {
  type Gr00tFault,
  type Gr00tRequest,
  type Gr00tService,
  healthyReply,
  illReply,
  readRequest,
} from './gr00t-service.ts'
import {WireScript, type WireServer, type WireStep} from './wire-script.ts'

/** Beside bad replies: `hang` never answers, `late_reply` answers after `delayMs`, `huge_reply` is larger than anyone takes. */
export type ZmqFault = Gr00tFault | 'hang' | 'late_reply' | 'huge_reply'

export interface ZmqServerOptions extends Partial<Gr00tService> {
  readonly script?: readonly WireStep<ZmqFault>[]
  /** Bends good replies to `get_action` that no step of the script is for. */
  readonly bend?: (reply: Uint8Array) => Uint8Array
}

const HUGE_BYTES = 64 * 1024 * 1024 + 1024

/** A GR00T policy server on a free port of loopback: healthy but where the script says otherwise. Equal seeds give equal actions. */
export async function startZmqServer(options: ZmqServerOptions = {}): Promise<WireServer> {
  // A router, not a REP socket: it may leave a request without an answer and still take the next.
  const socket = new Router({linger: 0})
  await socket.bind('tcp://127.0.0.1:0')
  const {dialect = 'npy', seed = 42, token} = options
  const server = new ZmqServer(socket, {dialect, seed, token}, options)
  const serving = server.serve().catch(() => {})
  return {
    url: socket.lastEndpoint ?? '',
    requests: () => [...server.requests],
    close: async () => {
      server.stop()
      await serving
    },
  }
}

class ZmqServer {
  readonly requests: string[] = []
  readonly #socket: Router
  readonly #service: Gr00tService
  readonly #faults: WireScript<ZmqFault>
  readonly #bend: (reply: Uint8Array) => Uint8Array
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(socket: Router, service: Gr00tService, {script = [], bend = (reply) => reply}: ZmqServerOptions) {
    this.#socket = socket
    this.#service = service
    this.#faults = new WireScript(script)
    this.#bend = bend
  }

  async serve(): Promise<void> {
    for await (const frames of this.#socket) {
      const bytes = frames.at(-1)
      const request = bytes && readRequest(bytes)
      if (request === undefined) continue
      this.requests.push(request.endpoint)
      // All before the question goes back as it came: who asked, and which of his questions it was.
      this.#answer(frames.slice(0, -1), request)
    }
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#socket.close()
  }

  #answer(envelope: Buffer[], request: Gr00tRequest): void {
    const step = this.#faults.next(request.endpoint)
    if (step?.fault === 'hang') return
    if (step?.fault === 'late_reply') {
      const reply = healthyReply(request, this.#service)
      this.#timers.add(setTimeout(() => this.#send(envelope, reply), step.delayMs ?? 0))
    } else this.#send(envelope, this.#reply(step, request))
  }

  #reply(step: WireStep<ZmqFault> | undefined, request: Gr00tRequest): Uint8Array {
    if (step?.fault === 'huge_reply') return Buffer.alloc(HUGE_BYTES)
    if (isReplyFault(step)) return illReply(step, request, this.#service)
    const good = healthyReply(request, this.#service)
    return request.endpoint === 'get_action' ? this.#bend(good) : good
  }

  /** A peer that has gone is no concern of the server's. */
  #send(envelope: Buffer[], bytes: Uint8Array): void {
    this.#socket.send([...envelope, bytes]).catch(() => {})
  }
}

function isReplyFault(step: WireStep<ZmqFault> | undefined): step is WireStep<Gr00tFault> {
  return step !== undefined && step.fault !== 'hang' && step.fault !== 'late_reply' && step.fault !== 'huge_reply'
}
