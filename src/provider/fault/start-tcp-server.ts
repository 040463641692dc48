import {createServer, type Socket} from 'node:net'
import type {WireServer} from './wire-script.ts'

/** Ways in which a port is no good before any protocol is spoken on it. */
export type TcpFault = 'refuse' | 'hang' | 'wrong_service' | 'slow_drip' | 'reset'

const DRIP_MS = 100
const NOT_FOUND = 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'

/** A port of loopback that nobody can work with. `slow_drip` gives one byte of `drip` every 100 ms. */
export async function startTcpServer(fault: TcpFault, drip: Uint8Array = new Uint8Array()): Promise<WireServer> {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    if (fault === 'wrong_service') socket.end(NOT_FOUND)
    if (fault === 'reset') socket.once('data', () => socket.resetAndDestroy())
    if (fault === 'slow_drip') dripTo(socket, drip)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const close = () =>
    new Promise<void>((done) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => done())
    })
  if (fault === 'refuse') await close()
  return {
    url: `tcp://127.0.0.1:${port}`,
    requests: () => new Array(connections).fill('connect'),
    close: () => (fault === 'refuse' ? Promise.resolve() : close()),
  }
}

function dripTo(socket: Socket, drip: Uint8Array): void {
  let at = 0
  const timer = setInterval(() => {
    if (at < drip.length) socket.write(drip.subarray(at, ++at))
  }, DRIP_MS)
  socket.once('close', () => clearInterval(timer))
}
