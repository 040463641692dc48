import {connect, getCACertificates} from 'node:tls'
import {ProviderError} from '#error/provider-error'
import {bareHost, literalRefusal} from '#net/address-policy'
import {guardedLookup} from '#net/guarded-lookup'
import {parseIp} from '#net/ip'
import type {Guard} from '#net/resolve-host'
import {deadline, type Timers} from '#random/timers'

const LIMIT_MS = 10_000
/** Somebody answered, and not with TLS that we speak. */
const NO_TLS = /^(EPROTO|ERR_SSL_|ERR_TLS_)/

/** Authorities that Node trusts, those that NODE_EXTRA_CA_CERTS added included, in PEM. */
export const trustedAuthorities = (): readonly string[] => getCACertificates('default')

/** Which addresses may be connected to, and by whose time. */
type TimedGuard = Guard & {readonly timers: Pick<Timers, 'after'>}

/** The certificate behind an https URL, whether it is trusted or not. Throws `timeout`, `address_refused`, `unreachable`, `wrong_service`, or the reason of the signal. */
export function readCertificate(url: URL, {timers, ...guard}: TimedGuard, outer: AbortSignal) {
  const host = bareHost(url.hostname)
  const refusal = literalRefusal(guard.policy, host)
  if (refusal !== undefined) return Promise.reject(refusal)
  const limit = deadline(
    timers,
    LIMIT_MS,
    () => new ProviderError('timeout', 'no TLS connection came about within 10 s', {fault: 'timeout'}),
  )
  const signal = AbortSignal.any([outer, limit.signal])
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
    const stop = () => socket.destroy()
    signal.addEventListener('abort', stop, {once: true})
    socket.once('error', (cause: NodeJS.ErrnoException) => {
      const told = `no TLS connection came about (${cause.code ?? cause.name})`
      fail(
        NO_TLS.test(cause.code ?? '')
          ? new ProviderError('wrong_service', told, {cause, fault: 'wrong_service'})
          : new ProviderError('unreachable', told, {cause, fault: 'down'}),
      )
    })
    // After an error, or after the certificate was read, this is too late to say anything.
    socket.once('close', () => {
      signal.removeEventListener('abort', stop)
      limit[Symbol.dispose]()
      if (signal.aborted) fail(signal.reason)
      else fail(new ProviderError('unreachable', 'the connection was closed before TLS came about', {fault: 'down'}))
    })
    socket.once('secureConnect', () => {
      const {valid_to} = socket.getPeerCertificate()
      const problem = socket.authorized ? undefined : `the certificate is not trusted (${socket.authorizationError})`
      done({validTo: Date.parse(valid_to), protocol: socket.getProtocol() ?? 'none', problem})
      socket.end()
    })
  })
}
