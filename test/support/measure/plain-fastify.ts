import {type ChildProcess, fork} from 'node:child_process'
import Fastify from 'fastify'

/** Bare fastify in a process of its own, answering every question with the same bytes. */
export async function plainFastify(body: string): Promise<{readonly url: string; readonly child: ChildProcess}> {
  const child = fork(import.meta.filename, ['serve'])
  const url = await new Promise<string>((done) => {
    child.once('message', (message) => done(String(message)))
    child.send(body)
  })
  return {url, child}
}

if (process.argv[2] === 'serve' && process.send !== undefined)
  process.once('message', async (body: string) => {
    const app = Fastify({logger: false})
    app.get('/api/repos', (_, reply) => reply.type('application/json; charset=utf-8').send(body))
    process.send?.(await app.listen({host: '127.0.0.1', port: 0}))
  })
