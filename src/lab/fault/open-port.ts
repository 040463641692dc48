import {createServer, type Socket} from 'node:net'

export interface Port {
  readonly number: number
  connections(): number
  close(): Promise<void>
}

/** Listens on a free port of loopback and hands every connection on. `isClosed`: it was free a moment ago, and nobody listens. */
export async function openPort(take: (socket: Socket) => void, isClosed = false): Promise<Port> {
  const sockets = new Set<Socket>()
  let came = 0
  const server = createServer({allowHalfOpen: true}, (socket) => {
    came++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    take(socket)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const number = typeof address === 'object' && address ? address.port : 0
  const stop = () =>
    new Promise<void>((done) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => done())
    })
  if (isClosed) await stop()
  return {number, connections: () => came, close: isClosed ? () => Promise.resolve() : stop}
}
