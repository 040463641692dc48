import {once} from 'node:events'
import {type AddressInfo, connect, createServer, type Socket} from 'node:net'

export interface SlowLink {
  readonly port: number
  close(): void
}

/** A port of loopback behind which another one lies so many milliseconds away, each way. Bytes keep their order. */
export async function openSlowLink(to: number, wayMs: number): Promise<SlowLink> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect({host: '127.0.0.1', port: to, noDelay: true})
    near.setNoDelay(true)
    pass(near, far, wayMs)
    pass(far, near, wayMs)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function pass(from: Socket, to: Socket, wayMs: number): void {
  from.on('data', (bytes) => setTimeout(() => to.writable && to.write(bytes), wayMs))
  from.once('close', () => setTimeout(() => to.destroy(), wayMs))
}
