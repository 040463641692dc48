import {createServer, type Server} from 'node:http'
import {createServer as createTlsServer} from 'node:https'
import {AssayError} from '#error/assay-error'
import {errnoOf} from '#path/errno'
import type {Timers} from '#random/timers'
import type {Listen, Listener, RequestHandler} from '../model/listening.ts'
import {BrokenRequests} from './broken-requests.ts'

const MOST_HEADER_BYTES = 16 * 1024
const HEADERS_TIMEOUT_MS = 20_000
const KEEP_ALIVE_MS = 5_000
/** Who listens for a request decides first when its body is late. */
const IDLE_GRACE_MS = 1_000
/** More are closed as they come: each is a file of the process. */
const MOST_CONNECTIONS = 12_000
/** Connections that fall idle while the node stops are let go of so often. */
const SWEEP_MS = 50

/** Listens on a socket of this machine. */
export function nodeListen(timers: Timers): Listen {
  return ({host, port, tls, handle, refuse, idleMs}) => {
    let answer = handle
    const headersTimeout = Math.min(HEADERS_TIMEOUT_MS, idleMs)
    const options = {
      maxHeaderSize: MOST_HEADER_BYTES,
      headersTimeout,
      connectionsCheckingInterval: Math.ceil(headersTimeout / 4),
      // Node's limit on a whole request cuts off big pushes.
      requestTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Its answer has no body; ours has.
      requireHostHeader: false,
    }
    const broken = new BrokenRequests({refuse, idleMs}, timers)
    const take = broken.before((request, response) => answer(request, response))
    const server =
      tls === undefined
        ? createServer(options, take)
        : createTlsServer({...options, ...secured(tls), handshakeTimeout: headersTimeout}, take)
    // Without these Node asks for every body before anybody looked at the request, and refuses other expectations without a word.
    for (const event of ['checkContinue', 'checkExpectation']) server.on(event, take)
    broken.watch(server)
    // Node drops headers beyond a count without a word; their size is limited.
    server.maxHeadersCount = 0
    server.maxConnections = MOST_CONNECTIONS
    server.timeout = idleMs + IDLE_GRACE_MS
    return new Promise((done, fail) => {
      server.once('error', (error) => fail(listenFault(error, `${host}:${port}`)))
      server.listen(port, host, () => {
        server.removeAllListeners('error')
        const change = (next: RequestHandler) => {
          answer = next
        }
        done(listenerOf(server, {scheme: tls === undefined ? 'http' : 'https', host, timers, change}))
      })
    })
  }
}

function secured({cert, key}: {readonly cert: Uint8Array; readonly key: Uint8Array}) {
  return {cert: Buffer.from(cert), key: Buffer.from(key), minVersion: 'TLSv1.2' as const}
}

interface Listening {
  readonly scheme: string
  readonly host: string
  readonly timers: Timers
  readonly change: (handle: RequestHandler) => void
}

function listenerOf(server: Server, {scheme, host, timers, change}: Listening): Listener {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    handleWith: change,
    close: (graceMs) =>
      new Promise((done) => {
        const stopSweep = timers.every(SWEEP_MS, () => server.closeIdleConnections())
        const stopWait = timers.after(graceMs, () => server.closeAllConnections())
        server.close(() => {
          stopSweep()
          stopWait()
          done()
        })
        server.closeIdleConnections()
      }),
  }
}

function listenFault(error: unknown, address: string): AssayError {
  return new AssayError('listen_failed', `cannot listen on ${address} (${errnoOf(error) ?? 'unknown error'})`, {
    cause: error,
  })
}
