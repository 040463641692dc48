import {connect} from 'node:net'
import {ProviderError} from '#error/provider-error'
import {GREETING_BYTES, type GreetingFault, greeting, greetingFault} from './zmtp.ts'

/** A vetted address and its port. */
export interface Endpoint {
  readonly address: string
  readonly port: number
}

/** How far to look: whether anything listens, or whether it speaks ZeroMQ. */
export type GreetingDepth = 'connect' | 'greet'

/**
 * Connects and exchanges ZMTP greetings, because ZeroMQ itself tells a port where nobody listens from a slow server by nothing. Asks for
 * no work. Throws `unreachable`, `wrong_service`, `incompatible`, or the reason of the signal.
 */
export function checkGreeting({address, port}: Endpoint, depth: GreetingDepth, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    if (signal.aborted) return fail(signal.reason)
    const socket = connect({host: address, port})
    const end = (error?: unknown) => {
      signal.removeEventListener('abort', stop)
      socket.destroy()
      if (error === undefined) done()
      else fail(error)
    }
    const stop = () => end(signal.reason)
    signal.addEventListener('abort', stop, {once: true})
    let heard = Buffer.alloc(0)
    socket.once('connect', () => {
      if (depth === 'connect') end()
      else socket.write(greeting())
    })
    socket.on('data', (bytes) => {
      heard = Buffer.concat([heard, bytes.subarray(0, GREETING_BYTES)])
      const bad = greetingFault(heard)
      if (bad !== undefined) end(faultOf(bad))
      else if (heard.length >= GREETING_BYTES) end()
    })
    socket.once('error', (cause) => end(faultOf({fault: 'down', message: 'nobody listens there', cause})))
    socket.once('close', () => end(faultOf({fault: 'down', message: 'server hung up before it greeted'})))
  })
}

const CODES = {down: 'unreachable', wrong_service: 'wrong_service', incompatible: 'incompatible'} as const

function faultOf({message, fault, cause}: GreetingFault & {readonly cause?: unknown}): ProviderError {
  return new ProviderError(CODES[fault], message, {fault, cause, retryable: fault === 'down'})
}
