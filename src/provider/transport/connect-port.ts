import {connect, type Socket} from 'node:net'
import {ProviderError} from '#error/provider-error'

/** A vetted address and its port. */
export interface Endpoint {
  readonly address: string
  readonly port: number
}

/** A connection where somebody listens. Throws `unreachable`, or the reason of the signal. */
export function connectPort({address, port}: Endpoint, signal: AbortSignal): Promise<Socket> {
  return new Promise((done, fail) => {
    if (signal.aborted) return fail(signal.reason)
    const socket = connect({host: address, port, noDelay: true})
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
