import {spawn} from 'node:child_process'
import {createServer} from 'node:http'
import type {AddressInfo} from 'node:net'

/** `git http-backend` behind node:http with nothing between: what serving git costs at least. */
export async function plainBridge(root: string): Promise<{url: string; close(): void}> {
  const server = createServer((request, response) => {
    const {pathname, search} = new URL(request.url ?? '', 'http://x')
    const {headers} = request
    const child = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env['PATH'],
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: headers['content-type'],
        CONTENT_LENGTH: headers['content-length'],
        HTTP_CONTENT_ENCODING: headers['content-encoding'],
        GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
        REMOTE_USER: 'alice',
        REMOTE_ADDR: '127.0.0.1',
      },
    })
    request.pipe(child.stdin)
    child.stdin.on('error', () => undefined)
    let head = ''
    const readHead = (piece: Buffer) => {
      head += piece.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      child.stdout.off('data', readHead)
      for (const line of head.slice(0, end).split('\r\n')) {
        const [name = '', value = ''] = line.split(': ')
        if (name === 'Status') response.statusCode = Number.parseInt(value, 10)
        else response.setHeader(name, value)
      }
      response.write(Buffer.from(head.slice(end + 4), 'latin1'))
      child.stdout.pipe(response)
    }
    child.stdout.on('data', readHead)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close()}
}
