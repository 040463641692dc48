import {readFileSync} from 'node:fs'
import {createServer, request} from 'node:http'
import type {AddressInfo} from 'node:net'
import {join} from 'node:path'
import type {TestSite} from './test-site.ts'

/** What users reach: whoever the file `front` names at this moment. */
export async function openFront(site: TestSite, portOf: (side: string) => number) {
  const server = createServer((asked, reply) => {
    const port = portOf(readFileSync(join(site.folder, 'front'), 'utf8').trim())
    const {url: path, method = 'GET', headers} = asked
    const onward = request({host: '127.0.0.1', port, path, method, headers}, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    onward.on('error', () => reply.writeHead(502).end())
    asked.pipe(onward)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
