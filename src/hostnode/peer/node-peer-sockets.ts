import {connect, createServer, type Socket} from 'node:net'
import {AssayError} from '#error/assay-error'
import {errnoOf} from '#path/errno'
import {type LineHandlers, MOST_PEER_LINE_BYTES, type PeerSocket, type PeerSockets} from './peer-socket.ts'

const MOST_WAITING_BYTES = 4 * 1024 * 1024
/** Who never shows who it is holds one of these at most for some seconds. */
const MOST_CONNECTIONS = 512

/** TCP of this machine. */
export const nodePeerSockets: PeerSockets = {
  listen: ({host, port}, take) =>
    new Promise((done, fail) => {
      const server = createServer((socket) => take(peerSocket(socket)))
      server.maxConnections = MOST_CONNECTIONS
      server.once('error', (cause) =>
        fail(
          new AssayError(
            'listen_failed',
            `the link cannot listen on ${host}:${port} (${errnoOf(cause) ?? 'unknown error'})`,
            {
              cause,
            },
          ),
        ),
      )
      server.listen(port, host, () => {
        const address = server.address()
        const got = typeof address === 'object' && address !== null ? address.port : port
        done({
          address: `${host.includes(':') ? `[${host}]` : host}:${got}`,
          close: () => new Promise((closed) => server.close(() => closed())),
        })
      })
    }),
  dial: ({host, port}) =>
    new Promise((done, fail) => {
      const socket = connect({host, port})
      socket.once('error', fail)
      socket.once('connect', () => {
        socket.off('error', fail)
        done(peerSocket(socket))
      })
    }),
}

function peerSocket(socket: Socket): PeerSocket {
  socket.setNoDelay(true)
  socket.on('error', () => undefined)
  return {
    host: socket.remoteAddress ?? '',
    send: (line) => {
      if (socket.writable && socket.writableLength < MOST_WAITING_BYTES) socket.write(`${line}\n`)
    },
    close: () => void socket.destroy(),
    start: (handlers) => hear(socket, handlers),
  }
}

function hear(socket: Socket, {line, closed}: LineHandlers): void {
  let rest: Buffer = Buffer.alloc(0)
  let why: 'ended' | 'too_long' = 'ended'
  socket.on('close', () => closed(why))
  socket.on('data', (piece: Buffer) => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    for (let end = rest.indexOf(10); end !== -1 && !socket.destroyed; end = rest.indexOf(10)) {
      if (end > MOST_PEER_LINE_BYTES) break
      const text = rest.subarray(0, end).toString('utf8')
      rest = rest.subarray(end + 1)
      line(text)
    }
    if (rest.length <= MOST_PEER_LINE_BYTES || socket.destroyed) return
    why = 'too_long'
    socket.destroy()
  })
}
