import {once} from 'node:events'
import {type AddressInfo, connect, createServer, type Socket} from 'node:net'

/** An address behind which one server stands first and another one later, as after a new release. */
export async function openTurningPort(url: string) {
  const sockets = new Set<Socket>()
  let port = portOf(url)
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const server = createServer((near) => {
    const far = connect({host: '127.0.0.1', port})
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
    near.pipe(far).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Cuts every connection; new ones lead elsewhere. */
    turnTo: (next: string) => {
      port = portOf(next)
      cut()
    },
    async [Symbol.asyncDispose]() {
      cut()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function portOf(url: string): number {
  return Number(new URL(url.replace('tcp:', 'http:')).port)
}
