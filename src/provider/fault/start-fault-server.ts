import {createServer, type IncomingMessage, type ServerResponse} from 'node:http'
import {gzipSync} from 'node:zlib'
import {FIXTURE_HEADER} from '../transport/http/answered.ts'
import {bentReply, html, type ServiceReply} from './bent-reply.ts'
import {type FaultName, type FaultOptions, FaultScript, type FaultStep, type SeenRequest} from './fault-script.ts'

/** A model server without its faults. `base` is where it listens. */
export type ModelService = (request: SeenRequest, base: string) => ServiceReply

export interface FaultServer {
  /** Without a slash at its end. */
  readonly url: string
  requests(): readonly SeenRequest[]
  /** Connections that came, used or not. */
  connections(): number
  close(): Promise<void>
}

const DRIP_MS = 100
const BOMB_BYTES = 80 * 1024 * 1024

/** A healthy server on loopback that misbehaves where its script says so. Silent; the same script gives the same faults. */
export async function startFaultServer(service: ModelService, script: readonly FaultStep[] = []): Promise<FaultServer> {
  const seen: SeenRequest[] = []
  const steps = new FaultScript(script)
  let came = 0
  let base = ''
  const server = createServer((message, response) => {
    response.on('error', () => {})
    void readRequest(message).then((request) => {
      seen.push(request)
      const step = steps.next(request)
      const good = service(request, base)
      if (step === undefined) answer(response, good)
      else play(step, good, response)
    })
  })
  server.on('connection', (socket) => {
    came++
    socket.on('error', () => {})
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    url: base,
    requests: () => seen,
    connections: () => came,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function readRequest(message: IncomingMessage): Promise<SeenRequest> {
  const pieces: Uint8Array[] = []
  try {
    for await (const piece of message) pieces.push(piece)
  } catch {
    // The client went away; what it sent is what was seen.
  }
  const {method = 'GET', url: path = '/', headers} = message
  return {method, path, headers, body: Buffer.concat(pieces).toString('utf8')}
}

function answer(response: ServerResponse, reply: ServiceReply): void {
  response.writeHead(reply.status, headersOf(reply))
  response.end(bodyOf(reply))
}

function play({fault, options = {}}: FaultStep, good: ServiceReply, response: ServerResponse): void {
  const bent = bentReply(fault, good, options)
  if (bent === undefined) breakOff(fault, good, options, response)
  else answer(response, bent)
}

/** Faults of the connection. */
function breakOff(fault: FaultName, good: ServiceReply, options: FaultOptions, response: ServerResponse): void {
  const body = bodyOf(good)
  const half = body.subarray(0, Math.ceil(body.length / 2))
  switch (fault) {
    case 'hang':
      return
    case 'hang_after_headers':
      response.writeHead(200, {...headersOf(good), 'content-length': String(body.length)})
      response.flushHeaders()
      return
    case 'slow_drip':
      response.writeHead(200, {...headersOf(good), 'content-length': String(body.length)})
      drip(response, body)
      return
    case 'refuse':
      response.socket?.resetAndDestroy()
      return
    case 'reset_mid_body':
    case 'truncate_body':
      response.writeHead(200, {...headersOf(good), 'content-length': String(body.length)})
      response.write(half, () => {
        // The client must have the first half before the connection ends, or it never knew of a reply.
        setTimeout(() => (fault === 'reset_mid_body' ? response.socket?.resetAndDestroy() : response.socket?.end()), 20)
      })
      return
    case 'not_http':
      response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n')
      return
    case 'bomb':
      response.writeHead(200, {...headersOf(good), 'content-encoding': 'gzip'})
      response.end(gzipSync(new Uint8Array(options.bytes ?? BOMB_BYTES)))
      return
    default:
      answer(response, html(500))
  }
}

function drip(response: ServerResponse, body: Uint8Array): void {
  let at = 0
  const timer = setInterval(() => {
    if (at >= body.length || response.destroyed) {
      clearInterval(timer)
      response.end()
    } else response.write(body.subarray(at, ++at))
  }, DRIP_MS)
  response.on('close', () => clearInterval(timer))
}

function bodyOf({json, bytes}: ServiceReply): Uint8Array {
  return bytes ?? Buffer.from(json === undefined ? '' : JSON.stringify(json))
}

function headersOf({mediaType, headers}: ServiceReply): Record<string, string> {
  return {'content-type': mediaType ?? 'application/json', [FIXTURE_HEADER]: 'contract', ...headers}
}
