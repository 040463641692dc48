// A good model server on loopback that takes its time for every call but hello and health, in a process of its own, so that it shares no event loop with who
// asks. Usage, as a program: slow-server.ts MILLISECONDS; it prints its port.
import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {createServer} from 'node:http'
import {createInterface} from 'node:readline'
import {text} from 'node:stream/consumers'
import {bridgeHttpReply} from '#lab/fault/bridge-service'

export interface SlowServer extends Disposable {
  readonly url: string
}

/** Starts one whose answers take so many milliseconds. */
export async function startSlowServer(answerMs: number): Promise<SlowServer> {
  const argv = [import.meta.filename, String(answerMs)]
  const server = spawn(process.execPath, argv, {stdio: ['ignore', 'pipe', 'inherit']})
  const [port] = await once(createInterface(server.stdout), 'line')
  return {url: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => void server.kill()}
}

async function serve(answerMs: number): Promise<void> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const {method = 'GET', url: path = '/', headers} = request
      const isRead = path === '/v1/hello' || path === '/v1/health'
      const {json} = bridgeHttpReply({method, path, headers, body} as Parameters<typeof bridgeHttpReply>[0], 42)
      setTimeout(
        () => response.writeHead(200, {'content-type': 'application/json'}).end(JSON.stringify(json)),
        isRead ? 0 : answerMs,
      )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  console.log(typeof address === 'object' ? address?.port : '')
}

if (import.meta.main) await serve(Number(process.argv[2]))
