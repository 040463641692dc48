import {createServer, type IncomingMessage, type ServerResponse} from 'node:http'
import type {Socket} from 'node:net'
import {type WebSocket, WebSocketServer} from 'ws'
import {breakConnection} from './broken-port.ts'
import {drip} from './drip.ts'
import {CONNECT, FaultScript} from './fault-script.ts'
import type {FaultName, FaultServer, FaultStep, SeenRequest} from './fault-step.ts'
import {AT_CONNECT, AT_UPGRADE, IN_FRAMES, isClosedPort, SEED} from './fault-table.ts'
import {openPort, type Port} from './open-port.ts'
import {type Act, actingFrame, healthyFrame, illFrame, metadataFrame} from './openpi-service.ts'

/** How a WebSocket policy server is played. */
export interface WsServerOptions {
  /** Without it any client is let in. */
  readonly key?: string | undefined
  readonly seed?: number
  /** Bends good answers that no step of the script is for. */
  readonly bend?: (frame: Uint8Array) => Uint8Array
  /** What the model does about an observation, `(horizon, dimension)`; else actions that only depend on its bytes. */
  readonly act?: Act
}

type Place = 'connect' | 'healthz' | 'other' | 'upgrade' | 'metadata' | 'infer'

const UPGRADE_STATUS: Partial<Record<FaultName, number>> = {
  unauthorized: 401,
  busy: 503,
  unavailable_then_ok: 503,
  wrong_service: 200,
}
const LATE_MS = 100
const TRACEBACK = 'Traceback (most recent call last):\n  File "server.py", line 7\nValueError: bad observation'

/** An openpi policy server. Its endpoints are `healthz`, `upgrade`, `metadata` and `infer`; `connect` is a connection before any. */
export async function startWsServer(options: WsServerOptions, script: readonly FaultStep[]): Promise<FaultServer> {
  const steps = new FaultScript(script)
  const server = new WsServer(options, steps)
  const port = await openPort((socket) => server.take(socket), isClosedPort(script))
  return {
    url: `ws://127.0.0.1:${port.number}`,
    requests: () => [...server.seen],
    connections: port.connections,
    play: (next) => steps.replace(next),
    close: () => server.close(port),
  }
}

class WsServer {
  readonly seen: SeenRequest[] = []
  readonly #options: WsServerOptions
  readonly #seed: number
  readonly #script: FaultScript
  readonly #http = createServer((request, response) => this.#page(request, response))
  readonly #sockets = new WebSocketServer({noServer: true, perMessageDeflate: false})
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(options: WsServerOptions, script: FaultScript) {
    this.#options = options
    this.#seed = options.seed ?? SEED
    this.#script = script
    this.#http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket as Socket, head))
  }

  take(socket: Socket): void {
    const fault = this.#script.next({method: 'WS', path: CONNECT}, AT_CONNECT)?.fault
    if (fault === undefined) this.#http.emit('connection', socket)
    else breakConnection(socket, fault, Buffer.from('HTTP/1.1 101 Switching Protocols\r\n'))
  }

  async close(port: Port): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    await port.close()
  }

  #next(path: Place, can: ReadonlySet<FaultName>): FaultStep | undefined {
    const request = {method: 'WS', path, headers: {}, body: ''}
    this.seen.push(request)
    return this.#script.next(request, can)
  }

  #page({url}: IncomingMessage, response: ServerResponse): void {
    const isHealth = url === '/healthz'
    const fault = this.#next(isHealth ? 'healthz' : 'other', AT_UPGRADE)?.fault
    if (fault === 'hang') return
    const status = isHealth ? (UPGRADE_STATUS[fault ?? 'nan'] ?? 200) : 404
    response.writeHead(status).end(fault === undefined ? 'OK\n' : '<html>hello</html>')
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const fault = this.#next('upgrade', AT_UPGRADE)?.fault
    const {key} = this.#options
    const isKnown = key === undefined || request.headers.authorization === `Api-Key ${key}`
    const status = isKnown ? UPGRADE_STATUS[fault ?? 'nan'] : 401
    if (fault === 'hang') return
    if (status !== undefined) socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
    else this.#sockets.handleUpgrade(request, socket, head, (client) => this.#serve(client, socket))
  }

  #serve(client: WebSocket, socket: Socket): void {
    client.on('error', () => {})
    client.on('message', (data) => this.#answer(client, socket, data))
    const step = this.#next('metadata', IN_FRAMES)
    const send = {client, socket, good: metadataFrame, bent: () => metadataFrame()}
    if (step === undefined) client.send(metadataFrame())
    else this.#misbehave(step, send)
  }

  #answer(client: WebSocket, socket: Socket, data: unknown): void {
    const observation = Buffer.isBuffer(data) ? data : Buffer.alloc(0)
    const step = this.#next('infer', IN_FRAMES)
    const {bend = (frame: Uint8Array) => frame} = this.#options
    const {act} = this.#options
    const good = () => (act ? actingFrame(observation, act) : healthyFrame(observation, this.#seed))
    const bent = (ill: FaultStep) => illFrame(ill, observation, this.#seed) ?? good()
    if (step === undefined) client.send(bend(good()))
    else this.#misbehave(step, {client, socket, good, bent})
  }

  #misbehave(step: FaultStep, {client, socket, good, bent}: Frames): void {
    const {fault, options = {}} = step
    const ways: Partial<Record<FaultName, () => unknown>> = {
      hang: () => {},
      hang_after_headers: () => socket.write(frameHead(good().length)),
      slow_drip: () => drip(socket, Buffer.concat([frameHead(good().length), good()])),
      reset_mid_body: () => socket.end(Buffer.concat([frameHead(good().length), good().subarray(0, 3)])),
      refuse: () => client.terminate(),
      traceback_frame: () => sayAndClose(client, TRACEBACK),
      echo_secret: () => sayAndClose(client, `refused key ${options.text ?? ''}`),
      late_reply: () => this.#timers.add(setTimeout(() => client.send(good()), options.delayMs ?? LATE_MS)),
      double_reply: () => [good(), good()].map((frame) => client.send(frame)),
    }
    const way = ways[fault] ?? (() => client.send(bent(step)))
    way()
  }
}

/** Sends a text and closes, as the upstream server does when its model throws. */
function sayAndClose(client: WebSocket, text: string): void {
  client.send(text)
  client.close(1011, 'Internal server error')
}

interface Frames {
  readonly client: WebSocket
  readonly socket: Socket
  good(): Uint8Array
  bent(step: FaultStep): Uint8Array
}

/** The head of one binary frame of a server, RFC 6455 5.2. */
function frameHead(length: number): Buffer {
  if (length < 126) return Buffer.from([0x82, length])
  return length < 65_536
    ? Buffer.from([0x82, 126, length >> 8, length & 255])
    : Buffer.concat([Buffer.from([0x82, 127, 0, 0, 0, 0]), uint32(length)])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
