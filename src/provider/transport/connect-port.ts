import {connect, type Socket} from 'node:net'
import {ProviderError} from '#error/provider-error'

/** A vetted address and its port. */
export interface Endpoint {
  readonly address: string
  readonly port: number
}

const READ_BYTES = 64 * 1024

/** One piece of memory for all reads of a connection: Node takes 64 KB for each, and gives most of it back. What was read is copied out of it. */
function oneBuffer(take: (bytes: Buffer) => void) {
  const callback = (count: number, buffer: Uint8Array) => {
    take(Buffer.from(buffer.subarray(0, count)))
    return true
  }
  return {buffer: Buffer.allocUnsafeSlow(READ_BYTES), callback}
}

/** A connection where somebody listens. What it reads is told as `data` to who listens in the same round of the event loop; nothing is kept. Throws `unreachable`, or the reason of the signal. */
export function connectPort({address, port}: Endpoint, signal: AbortSignal): Promise<Socket> {
  return new Promise((done, fail) => {
    if (signal.aborted) return fail(signal.reason)
    const socket: Socket = connect({
      host: address,
      port,
      noDelay: true,
      onread: oneBuffer((bytes) => socket.emit('data', bytes)),
    })
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', stop)
      socket.removeAllListeners()
      settle()
    }
    const stop = () => {
      end(() => fail(signal.reason))
      socket.on('error', () => {}).destroy()
    }
    signal.addEventListener('abort', stop, {once: true})
    socket.once('connect', () => end(() => done(socket)))
    socket.once('error', (cause) => {
      end(() => fail(new ProviderError('unreachable', 'nobody listens there', {fault: 'down', cause, retryable: true})))
    })
  })
}
