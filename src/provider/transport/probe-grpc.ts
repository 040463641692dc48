import {Client, credentials} from '@grpc/grpc-js'
import {ProviderError} from '#error/provider-error'
import {systemClock} from '#random/system-clock'
import {waitWithin} from '../wait-out.ts'
import type {Endpoint} from './check-greeting.ts'

/**
 * Opens a gRPC channel and closes it again: HTTP/2 greets, and no call is made. Throws `unreachable` after `limitMs`, or the reason of the
 * signal. `endpoint` is vetted; a proxy of the environment is not asked.
 */
export async function probeGrpc({address, port}: Endpoint, limitMs: number, signal: AbortSignal): Promise<void> {
  const host = address.includes(':') ? `[${address}]` : address
  const client = new Client(`${host}:${port}`, credentials.createInsecure(), {'grpc.enable_http_proxy': 0})
  const {promise, resolve, reject} = Promise.withResolvers<void>()
  const late = () => reject(new ProviderError('unreachable', 'no gRPC server answers there', {fault: 'down'}))
  const cancelTimer = systemClock.after(limitMs, late)
  client.waitForReady(Number.POSITIVE_INFINITY, (error) => (error === undefined ? resolve() : late()))
  try {
    await waitWithin(signal, () => promise)
  } finally {
    cancelTimer()
    client.close()
  }
}
