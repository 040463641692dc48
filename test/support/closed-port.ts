import {once} from 'node:events'
import {createServer} from 'node:net'

/** Below those that systems give to connections and to whoever asks for any port: one of those may be taken before somebody listens here. */
const [FIRST, COUNT] = [15_000, 16_000]

/** A port of this machine that nobody listens on. */
export async function closedPort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    const server = createServer()
    const isFree = await new Promise<boolean>((done) => {
      server.once('error', () => done(false))
      server.listen(port, '127.0.0.1', () => done(true))
    })
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
