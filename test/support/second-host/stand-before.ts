import {createServer, type RequestListener, request as send} from 'node:http'
import {createServer as createTlsServer} from 'node:https'
import type {AddressInfo} from 'node:net'

/** What a proxy does with a request: waits, resets the connection, or answers itself with a document or a text of a type. */
export interface ProxyWish {
  readonly afterMs?: number
  readonly isReset?: boolean
  readonly status?: number
  readonly json?: unknown
  readonly text?: readonly [type: string, text: string]
  readonly headers?: Readonly<Record<string, string>>
}

export interface Proxy extends AsyncDisposable {
  readonly url: string
}

/** A proxy before a host. `wish`: asked for each request by method and path; nothing wished is passed on as it is. `tls`: it shows this certificate. */
export async function standBefore(
  url: string,
  wish: (method: string, path: string) => ProxyWish | undefined,
  tls?: {readonly key: string; readonly cert: string},
): Promise<Proxy> {
  const listener: RequestListener = (request, response) => {
    const {afterMs = 0, isReset, status, json, text, headers} = wish(request.method ?? '', request.url ?? '') ?? {}
    setTimeout(() => {
      if (isReset) return request.socket.resetAndDestroy()
      const [type, body] = text ?? ['application/json', JSON.stringify(json)]
      if (status !== undefined) return response.writeHead(status, {...headers, 'content-type': type}).end(body)
      const onward = send(url + request.url, {method: request.method, headers: request.headers}, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      onward.on('error', () => response.destroy())
      return request.pipe(onward)
    }, afterMs)
  }
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
