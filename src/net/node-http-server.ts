import {createServer, type IncomingMessage, type ServerResponse} from 'node:http'
import {AssayError} from '#error/assay-error'
import type {BodyFault, BodyLimit, ServedReply, ServeHttp} from './http-server.ts'

const HEADERS_MS = 10_000
const CHECK_EVERY_MS = 1_000
const MOST_CONNECTIONS = 256

/** A server for few clients that are not trusted: short headers in short time, few connections, and none kept open for more. */
export const nodeHttpServer: ServeHttp = async ({host, port}, answer) => {
  const options = {headersTimeout: HEADERS_MS, requestTimeout: 0, connectionsCheckingInterval: CHECK_EVERY_MS}
  const server = createServer({...options, keepAlive: false}, (message, response) => {
    response.on('error', () => undefined)
    const request = {
      method: message.method ?? '',
      path: (message.url ?? '').replace(/\?.*$/s, ''),
      headers: pairs(message.rawHeaders),
      body: (limit: BodyLimit) => readBody(message, limit),
    }
    answer(request).then(
      (reply) => send(response, reply),
      () => send(response, {status: 500, json: {error: 'internal_error'}}),
    )
  })
  server.maxConnections = MOST_CONNECTIONS
  await new Promise<void>((done, fail) => {
    server.once('error', (cause) => fail(new AssayError('listen_failed', 'the address cannot be listened on', {cause})))
    server.listen({host, port}, done)
  })
  server.on('error', () => undefined)
  return {
    url: urlOf(server.address()),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as [string, string]] : []))
}

function readBody(message: IncomingMessage, {bytes, signal}: BodyLimit): Promise<Uint8Array | BodyFault> {
  return new Promise((done) => {
    const pieces: Uint8Array[] = []
    let size = 0
    const end = (outcome: Uint8Array | BodyFault) => {
      signal.removeEventListener('abort', late)
      message.removeListener('data', take)
      done(outcome)
    }
    const late = () => end('too_late')
    const take = (piece: Uint8Array) => {
      size += piece.length
      pieces.push(piece)
      if (size > bytes) end('too_large')
    }
    if (signal.aborted) return late()
    signal.addEventListener('abort', late, {once: true})
    message.on('data', take)
    message.once('end', () => end(Buffer.concat(pieces)))
    message.once('close', () => end('cut_off'))
    message.once('error', () => end('cut_off'))
  })
}

function send(response: ServerResponse, {status, headers, json, sent}: ServedReply): void {
  if (response.destroyed) {
    sent?.()
    return
  }
  if (sent !== undefined) response.once('close', sent)
  const text = Buffer.from(`${JSON.stringify(json)}\n`)
  const own = {'content-type': 'application/json', 'content-length': String(text.length), connection: 'close'}
  response.writeHead(status, {...headers, ...own})
  response.end(text)
}

function urlOf(address: string | {address: string; port: number; family: string} | null): string {
  if (address === null || typeof address === 'string') return ''
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
}
