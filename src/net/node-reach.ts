import {connect} from 'node:net'
import {connect as connectSecurely} from 'node:tls'
import {bareHost, literalRefusal} from './address-policy.ts'
import {guardedLookup} from './guarded-lookup.ts'
import {connectionFault} from './http-fault.ts'
import {parseIp} from './ip.ts'
import type {Guard} from './resolve-host.ts'

/** Opens a connection to where a URL leads, TLS included, and closes it without a byte. Throws as an exchange does. */
export function nodeReach(url: URL, guard: Guard, signal: AbortSignal): Promise<void> {
  const host = bareHost(url.hostname)
  const isSecure = /^(https|wss):$/.test(url.protocol)
  const refusal = literalRefusal(guard.policy, host, guard.isBare)
  if (refusal !== undefined) return Promise.reject(refusal)
  return new Promise((done, fail) => {
    if (signal.aborted) return fail(signal.reason)
    const target = {host, port: Number(url.port) || (isSecure ? 443 : 80), lookup: guardedLookup(guard) as never}
    const socket = isSecure ? connectSecurely(parseIp(host) ? target : {...target, servername: host}) : connect(target)
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', stop)
      socket.destroy()
      settle()
    }
    const stop = () => end(() => fail(signal.reason))
    signal.addEventListener('abort', stop, {once: true})
    socket.once(isSecure ? 'secureConnect' : 'connect', () => end(done))
    socket.on('error', (error) => end(() => fail(connectionFault(error, false))))
  })
}
