import {connect} from 'node:net'
import {createServer} from 'node:tls'
import {AssayError} from '#error/assay-error'
import type {ServeAddress} from './http-server.ts'

/** Certificate and key, PEM. */
export interface TlsIdentity {
  readonly cert: string
  readonly key: string
}

/** Takes TLS connections, and hands what they carry to a plain server. */
export interface TlsFront {
  /** From the next connection on it is this one. */
  become(identity: TlsIdentity): void
  close(): Promise<void>
}

export type OpenTlsFront = (address: ServeAddress, identity: TlsIdentity, innerPort: number) => Promise<TlsFront>

/** Opens one on an address of this machine; the plain server listens on its loopback. Throws `listen_failed`. */
export const openTlsFront: OpenTlsFront = async ({host, port}, identity, innerPort) => {
  const server = createServer({...identity}, (outer) => {
    const inner = connect({host: '127.0.0.1', port: innerPort})
    outer.pipe(inner).pipe(outer)
    outer.on('error', () => inner.destroy())
    inner.on('error', () => outer.destroy())
  })
  // A client that does not trust the certificate closes the connection; that is no fault of the server.
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((done, fail) => {
    server.once('error', (cause) => fail(new AssayError('listen_failed', 'the address cannot be listened on', {cause})))
    server.listen({host, port}, done)
  })
  return {
    become: (next) => server.setSecureContext({...next}),
    close: () => new Promise((done) => void server.close(() => done())),
  }
}
