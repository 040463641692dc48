import {connect} from 'node:http2'
import {ProviderError} from '#error/provider-error'
import {systemClock} from '#random/system-clock'
import {waitWithin} from '../model/wait-out.ts'
import type {Endpoint} from './connect-port.ts'

/**
 * Opens a channel as gRPC does and closes it again: both sides of HTTP/2 greet, and no call is made. Throws `unreachable`, at the latest
 * after `limitMs`, or the reason of the signal. `endpoint` is vetted; a proxy of the environment is not asked.
 */
export async function probeGrpc({address, port}: Endpoint, limitMs: number, signal: AbortSignal): Promise<void> {
  const host = address.includes(':') ? `[${address}]` : address
  const session = connect(`http://${host}:${port}`)
  const {promise, resolve, reject} = Promise.withResolvers<void>()
  const fail = (cause?: Error) => {
    reject(new ProviderError('unreachable', 'no gRPC server answers there', {fault: 'down', cause}))
  }
  const cancelTimer = systemClock.after(limitMs, fail)
  session.once('remoteSettings', () => resolve())
  session.on('error', fail)
  session.once('close', () => fail())
  try {
    await waitWithin(signal, () => promise)
  } finally {
    cancelTimer()
    session.destroy()
  }
}
