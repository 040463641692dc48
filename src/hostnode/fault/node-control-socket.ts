import {connect, createServer, type Socket} from 'node:net'
import {AssayError} from '#error/assay-error'
import {errnoOf} from '#path/errno'
import type {AnswerLine, ControlLimits, ControlSocket} from '../model/control-socket.ts'

/** The longest path of a socket: `sun_path` has 108 bytes on Linux and 104 elsewhere, terminator included. Sources: unix(7), unix(4). */
const MOST_PATH_BYTES = 103
const MOST_ANSWER_BYTES = 1024 * 1024
const NEWLINE = 0x0a
/** The umask that leaves mode 0600. */
const OWNER_ALONE = 0o177

/** Sockets in the file system of this machine. */
export const nodeControlSocket: ControlSocket = {
  mostPathBytes: MOST_PATH_BYTES,
  listen: (path, answer, limits) => {
    const open = new Set<Socket>()
    const server = createServer({allowHalfOpen: true}, (socket) => {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
      talk(socket, answer, limits)
    })
    return new Promise((done, fail) => {
      server.once('error', (cause) =>
        fail(new AssayError('listen_failed', `the control socket cannot be opened (${errnoOf(cause)})`, {cause})),
      )
      // The socket file is created during this call, so it never has another mode.
      const mask = process.umask(OWNER_ALONE)
      server.listen(path, () => {
        done({
          [Symbol.asyncDispose]: () =>
            new Promise((gone) => {
              server.close(() => gone())
              for (const socket of open) socket.destroy()
            }),
        })
      })
      process.umask(mask)
    })
  },
  ask: (path, line) =>
    new Promise((done, fail) => {
      const pieces: Buffer[] = []
      let bytes = 0
      const socket = connect(path, () => socket.write(`${line}\n`))
      const broken = (cause?: unknown) => {
        socket.destroy()
        fail(
          new AssayError('unreachable', 'the control socket of the node does not answer', {
            cause,
            hint: 'Start the node with --allow-faults, or name its socket with --socket.',
          }),
        )
      }
      socket.on('error', broken)
      socket.on('close', () => broken())
      socket.on('data', (piece: Buffer) => {
        pieces.push(piece)
        bytes += piece.length
        if (bytes > MOST_ANSWER_BYTES) return broken()
        if (!piece.includes(NEWLINE)) return
        done(Buffer.concat(pieces).toString('utf8').split('\n')[0] ?? '')
        socket.destroy()
      })
    }),
}

/** Answers lines one after the other: the next is read once the last is answered. */
function talk(socket: Socket, answer: AnswerLine, {lineBytes, tooLong}: ControlLimits): void {
  let rest = Buffer.alloc(0)
  let isBusy = false
  let isAsked = false
  const next = () => {
    if (isBusy) return
    const end = rest.indexOf(NEWLINE)
    if (end > lineBytes || (end === -1 && rest.length > lineBytes)) {
      isBusy = true
      socket.end(`${tooLong}\n`)
      socket.destroySoon()
      return
    }
    if (end === -1) {
      // A client that has ended its side still waits for the last response.
      if (isAsked) socket.end()
      return
    }
    const line = rest.subarray(0, end)
    rest = rest.subarray(end + 1)
    isBusy = true
    socket.pause()
    answer(line).then(
      (said) => {
        isBusy = false
        socket.write(`${said}\n`)
        socket.resume()
        next()
      },
      () => socket.destroy(),
    )
  }
  // A client that hangs up in the middle of a line is dropped.
  socket.on('error', () => socket.destroy())
  socket.on('end', () => {
    isAsked = true
    next()
  })
  socket.on('data', (piece: Buffer) => {
    rest = Buffer.concat([rest, piece])
    next()
  })
}
