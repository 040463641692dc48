import {connect} from 'node:tls'
import {ProviderError} from '#error/provider-error'
import {bareHost, literalRefusal} from '#net/address-policy'
import {guardedLookup} from '#net/guarded-lookup'
import {parseIp} from '#net/ip'
import type {Guard} from '#net/resolve-host'

/** The certificate behind an https URL, whether it is trusted or not. Throws `address_refused`, `unreachable`, or the reason of the signal. */
export function readCertificate(url: URL, guard: Guard, signal: AbortSignal) {
  const host = bareHost(url.hostname)
  const refusal = literalRefusal(guard.policy, host)
  if (refusal !== undefined) return Promise.reject(refusal)
  return new Promise<{validTo: number; protocol: string; problem: string | undefined}>((done, fail) => {
    const name = parseIp(host) ? {} : {servername: host}
    // It is looked at, not used: what is wrong with it is told.
    const options = {
      host,
      port: Number(url.port) || 443,
      lookup: guardedLookup(guard) as never,
      rejectUnauthorized: false,
      ...name,
    }
    const socket = connect(options)
    const stop = () => socket.destroy(signal.reason)
    signal.addEventListener('abort', stop, {once: true})
    socket.once('close', () => signal.removeEventListener('abort', stop))
    socket.once('error', (cause) =>
      fail(
        signal.aborted
          ? signal.reason
          : new ProviderError('unreachable', 'no TLS connection came about', {cause, fault: 'down'}),
      ),
    )
    socket.once('secureConnect', () => {
      const {valid_to} = socket.getPeerCertificate()
      const problem = socket.authorized ? undefined : `the certificate is not trusted (${socket.authorizationError})`
      done({validTo: Date.parse(valid_to), protocol: socket.getProtocol() ?? 'none', problem})
      socket.end()
    })
  })
}
