import {createServer, type IncomingMessage, type ServerResponse} from 'node:http'
import type {Socket} from 'node:net'
import {type WebSocket, WebSocketServer} from 'ws'
import {healthyFrame, illFrame, metadataFrame, type OpenpiFault} from './openpi-service.ts'
import {WireScript, type WireServer, type WireStep} from './wire-script.ts'

/**
 * Beside bad frames. For the upgrade: `unauthorized`, `busy`, `wrong_service`. For a frame: `traceback_frame`, `echo_secret`, `hang`,
 * `late_reply`, `double_reply`, `huge_reply`, `reset`, `reset_mid_body`.
 */
export type WsFault =
  | OpenpiFault
  | 'unauthorized'
  | 'busy'
  | 'wrong_service'
  | 'traceback_frame'
  | 'echo_secret'
  | 'hang'
  | 'late_reply'
  | 'double_reply'
  | 'huge_reply'
  | 'reset'
  | 'reset_mid_body'

export interface WsServerOptions {
  readonly script?: readonly WireStep<WsFault>[]
  readonly key?: string | undefined
  readonly seed?: number
  /** Bends good answers that no step of the script is for. */
  readonly bend?: (frame: Uint8Array) => Uint8Array
}

const UPGRADE_STATUS: Partial<Record<WsFault, number>> = {unauthorized: 401, busy: 503, wrong_service: 200}
const HUGE_BYTES = 64 * 1024 * 1024 + 1024
const TRACEBACK = 'Traceback (most recent call last):\n  File "server.py", line 7\nValueError: bad observation'
/** A binary frame that promises 65,535 bytes and gives none. */
const CUT_FRAME = Buffer.from([0x82, 0x7e, 0xff, 0xff])

/** An openpi policy server on a free port of loopback. Requests are `healthz`, `upgrade`, `metadata` and `infer`. */
export async function startWsServer(options: WsServerOptions = {}): Promise<WireServer> {
  const server = new WsServer(options)
  await server.listen()
  return server
}

class WsServer implements WireServer {
  url = ''
  readonly #seen: string[] = []
  readonly #options: WsServerOptions
  readonly #faults: WireScript<WsFault>
  readonly #http = createServer((request, response) => this.#health(request, response))
  readonly #sockets = new WebSocketServer({noServer: true, perMessageDeflate: false})
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #raw = new Set<Socket>()

  constructor(options: WsServerOptions) {
    this.#options = options
    this.#faults = new WireScript(options.script ?? [])
    this.#http.on('connection', (socket) => {
      this.#raw.add(socket)
      socket.once('close', () => this.#raw.delete(socket))
    })
    this.#http.on('upgrade', (request, socket, head) => this.#upgrade(request, socket as Socket, head))
  }

  async listen(): Promise<void> {
    await new Promise<void>((done) => this.#http.listen(0, '127.0.0.1', done))
    const address = this.#http.address()
    this.url = `ws://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  }

  requests(): readonly string[] {
    return [...this.#seen]
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    for (const socket of this.#raw) socket.destroy()
    await new Promise((done) => this.#http.close(done))
  }

  #next(request: string): WireStep<WsFault> | undefined {
    this.#seen.push(request)
    return this.#faults.next(request)
  }

  #health({url}: IncomingMessage, response: ServerResponse): void {
    const fault = this.#next(url === '/healthz' ? 'healthz' : 'other')?.fault
    if (fault === 'hang') return
    const status = url === '/healthz' ? (UPGRADE_STATUS[fault ?? 'nan'] ?? 200) : 404
    response.writeHead(status).end(fault === undefined ? 'OK\n' : '<html>hello</html>')
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const fault = this.#next('upgrade')?.fault
    const {key} = this.#options
    const isKnown = key === undefined || request.headers.authorization === `Api-Key ${key}`
    const status = isKnown ? UPGRADE_STATUS[fault ?? 'nan'] : 401
    socket.on('error', () => {})
    if (fault === 'hang') return
    if (status !== undefined) socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
    else this.#sockets.handleUpgrade(request, socket, head, (client) => this.#serve(client, socket))
  }

  #serve(client: WebSocket, socket: Socket): void {
    client.on('error', () => {})
    client.on('message', (data) => this.#answer(client, socket, data))
    const step = this.#next('metadata')
    if (step === undefined) client.send(metadataFrame())
    else this.#misbehave(step, {client, socket, observation: metadataFrame()})
  }

  #answer(client: WebSocket, socket: Socket, data: unknown): void {
    const observation = Buffer.isBuffer(data) ? data : Buffer.alloc(0)
    const step = this.#next('infer')
    const {bend = (frame: Uint8Array) => frame} = this.#options
    if (step === undefined) client.send(bend(healthyFrame(observation, this.#seed)))
    else this.#misbehave(step, {client, socket, observation})
  }

  get #seed(): number {
    return this.#options.seed ?? 42
  }

  #misbehave(step: WireStep<WsFault>, to: {client: WebSocket; socket: Socket; observation: Buffer | Uint8Array}): void {
    const {client, socket, observation} = to
    const good = () => healthyFrame(observation, this.#seed)
    switch (step.fault) {
      case 'hang':
        break
      case 'traceback_frame':
      case 'echo_secret':
        client.send(step.fault === 'echo_secret' ? `refused key ${step.secret ?? ''}` : TRACEBACK)
        client.close(1011, 'Internal server error')
        break
      case 'late_reply':
        this.#timers.add(setTimeout(() => client.send(good()), step.delayMs ?? 0))
        break
      case 'double_reply':
        client.send(good())
        client.send(good())
        break
      case 'huge_reply':
        client.send(Buffer.alloc(HUGE_BYTES))
        break
      case 'reset_mid_body':
        socket.write(CUT_FRAME)
        socket.end()
        break
      case 'unauthorized':
      case 'busy':
      case 'wrong_service':
      case 'reset':
        client.terminate()
        break
      default:
        client.send(illFrame({...step, fault: step.fault}, observation, this.#seed))
    }
  }
}
