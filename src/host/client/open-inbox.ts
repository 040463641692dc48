import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http'
import {ProviderError} from '#error/provider-error'
import type {Clock} from '#random/clock'
import type {Inbox, InboxAnswer, Received} from './inbox.ts'

const MOST_BYTES = 1024 * 1024
const MOST_KEPT = 1000

/** A listener that keeps what comes and judges nothing. */
export async function openInbox(address: string, clock: Pick<Clock, 'nowMs'>): Promise<Inbox> {
  const received: Received[] = []
  const control: {answer: InboxAnswer} = {answer: 200}
  const server = createServer((request, response) => take(request, response, {received, control, clock}))
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(address) ?? []
  const own = await listen(server, host.replace(/^\[(.*)\]$/, '$1'), Number(port))
  return {
    address: own,
    received,
    get answer() {
      return control.answer
    },
    set answer(value) {
      control.answer = value
    },
    [Symbol.asyncDispose]: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

interface Keeping {
  readonly received: Received[]
  readonly control: {readonly answer: InboxAnswer}
  readonly clock: Pick<Clock, 'nowMs'>
}

function take(request: IncomingMessage, response: ServerResponse, {received, control, clock}: Keeping): void {
  const pieces: Buffer[] = []
  let size = 0
  request.on('data', (piece: Buffer) => {
    size += piece.length
    if (size <= MOST_BYTES) pieces.push(piece)
    else request.destroy()
  })
  request.on('error', () => undefined)
  request.on('end', () => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
    const {method = '', url: path = ''} = request
    if (received.length < MOST_KEPT)
      received.push({
        method,
        path,
        headers: Object.fromEntries(headers),
        body: Buffer.concat(pieces),
        atMs: clock.nowMs(),
      })
    if (control.answer === 'silence') return
    if (typeof control.answer === 'number') response.statusCode = control.answer
    else response.writeHead(302, {Location: control.answer.redirect})
    response.end()
  })
}

function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((done, fail) => {
    server.once('error', (cause) =>
      fail(new ProviderError('unreachable', 'the receiver of webhooks cannot listen there', {cause})),
    )
    server.listen(port, host, () => {
      const own = server.address()
      done(typeof own === 'object' && own !== null ? `${host.includes(':') ? `[${host}]` : host}:${own.port}` : host)
    })
  })
}
