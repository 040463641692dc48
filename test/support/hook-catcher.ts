import {createServer, type IncomingMessage} from 'node:http'
import type {AddressInfo} from 'node:net'

/** One request as it came. */
export interface Caught {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly atMs: number
}

/** What a receiver answers: a status, with headers; or nothing, ever. */
export type CatcherAnswer =
  | number
  | {readonly status: number; readonly headers: Record<string, string>; readonly body?: string}
  | 'never'
  | 'drip'

/**
 * A receiver of webhooks on loopback that takes whatever comes, checks nothing and answers as it is told: no code of either side of the
 * project is in it.
 */
export async function catchHooks(answer: (caught: Caught, count: number) => CatcherAnswer = () => 200, port = 0) {
  const caught: Caught[] = []
  let connections = 0
  let wake = () => {}
  let mostAtOnce = 0
  let open = 0
  const server = createServer((request, response) => {
    mostAtOnce = Math.max(mostAtOnce, ++open)
    response.on('close', () => open--)
    const pieces: Buffer[] = []
    request.on('data', (piece) => pieces.push(piece))
    request.on('error', () => undefined)
    request.on('end', () => {
      const {url: path = '', headers} = request
      const one = {path, headers, body: Buffer.concat(pieces).toString('utf8'), atMs: Date.now()}
      caught.push(one)
      wake()
      const how = answer(one, caught.length)
      if (how === 'never') return
      if (how === 'drip') {
        response.writeHead(200)
        const timer = setInterval(() => response.write('x'.repeat(1024)), 1)
        response.on('close', () => clearInterval(timer))
        return
      }
      const {status, headers: own, body} = typeof how === 'number' ? {status: how, headers: {}, body: ''} : how
      response.writeHead(status, own).end(body)
    })
  })
  server.on('connection', () => connections++)
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const own = (server.address() as AddressInfo).port
  /** Settles when `test` holds of what was caught. */
  const until = async (test: (all: readonly Caught[]) => boolean) => {
    while (!test(caught))
      await new Promise<void>((done) => {
        wake = done
      })
  }
  return {
    port: own,
    url: `http://127.0.0.1:${own}`,
    caught,
    connections: () => connections,
    mostAtOnce: () => mostAtOnce,
    until,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
    async [Symbol.asyncDispose]() {
      await this.close()
    },
  }
}
