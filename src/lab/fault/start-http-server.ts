import {createServer, type IncomingMessage, type ServerResponse} from 'node:http'
import {gzipSync} from 'node:zlib'
import {FIXTURE_HEADER} from '#provider/transport/http/answered'
import {bentReply, html, type ServiceReply} from './bent-reply.ts'
import {drip} from './drip.ts'
import {FaultScript} from './fault-script.ts'
import type {FaultName, FaultOptions, FaultServer, FaultStep, SeenRequest} from './fault-step.ts'
import {isClosedPort} from './fault-table.ts'
import {type HttpFaultService, type HttpServiceName, httpService, type ModelService} from './http-services.ts'
import {openPort} from './open-port.ts'

const BOMB_BYTES = 80 * 1024 * 1024
/** More than any artifact may have; announced, and never sent. */
const HUGE_BYTES = 1024 * 1024 * 1024 + 1
const LATE_MS = 100

/** A model server on loopback that misbehaves where its script says so. */
export async function startHttpServer(
  name: HttpServiceName | ModelService,
  seed: number,
  script: readonly FaultStep[],
): Promise<FaultServer> {
  const service: HttpFaultService = typeof name === 'function' ? {answer: name} : httpService(name, seed)
  const seen: SeenRequest[] = []
  const steps = new FaultScript(script)
  let base = ''
  const server = createServer((message, response) => {
    response.on('error', () => {})
    void readRequest(message).then((request) => {
      seen.push(request)
      const step = steps.next(request)
      const good = service.answer(request, base)
      if (step === undefined) answer(response, good)
      else play(step, {good, own: service.bend?.(step, good)}, response)
    })
  })
  const port = await openPort((socket) => server.emit('connection', socket), isClosedPort(script))
  base = `http://127.0.0.1:${port.number}`
  return {
    url: base,
    requests: () => seen,
    connections: port.connections,
    play: (next) => steps.replace(next),
    close: port.close,
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

/** `own`: how this service itself says what is wrong, where it has a way. */
function play(
  {fault, options = {}}: FaultStep,
  {good, own}: {readonly good: ServiceReply; readonly own: ServiceReply | undefined},
  response: ServerResponse,
): void {
  const bent = own ?? bentReply(fault, good, options)
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
      drip(response, body, () => response.end())
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
    case 'huge_reply':
      response.writeHead(200, {...headersOf(good), 'content-length': String(options.bytes ?? HUGE_BYTES)})
      response.flushHeaders()
      return
    case 'late_reply':
      setTimeout(() => answer(response, good), options.delayMs ?? LATE_MS).unref()
      return
    case 'bomb':
      response.writeHead(200, {...headersOf(good), 'content-encoding': 'gzip'})
      response.end(bombOf(options.bytes ?? BOMB_BYTES))
      return
    default:
      answer(response, html(500))
  }
}

/** The last one is kept: packing so much takes longer than all the rest of an answer. */
let packed: {readonly size: number; readonly bytes: Uint8Array} | undefined

function bombOf(size: number): Uint8Array {
  if (packed?.size !== size) packed = {size, bytes: gzipSync(new Uint8Array(size))}
  return packed.bytes
}

function bodyOf({json, bytes}: ServiceReply): Uint8Array {
  return bytes ?? Buffer.from(json === undefined ? '' : JSON.stringify(json))
}

function headersOf({mediaType, headers = {}}: ServiceReply): Record<string, string> {
  const all = {'content-type': mediaType ?? 'application/json', [FIXTURE_HEADER]: 'contract', ...headers}
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, dated(value)]))
}

/** What is so many seconds away is told as a date, of which HTTP knows whole seconds. */
function dated(value: string): string {
  const [, seconds] = /^in ([0-9]{1,6}) s$/.exec(value) ?? []
  return seconds === undefined ? value : new Date(Date.now() + Number(seconds) * 1000).toUTCString()
}
