import type {ServeHttp} from '#net/http-server'
import type {OpenTlsFront, TlsFront} from '#net/tls-front'
import type {ReceiverSetting} from './receiver-talk.ts'

/** A server behind TLS. `shown`: which of its certificates it shows from now on. */
export interface SecuredServer {
  readonly serveHttp: ServeHttp
  show(shown: 'trusted' | 'untrusted'): void
}

/** A plain server that is reached by TLS alone: it listens where nobody looks, and in front of it stands who speaks TLS. */
export function securedServer(
  {key, ...certificates}: NonNullable<ReceiverSetting['identities']>,
  {serveHttp, openTlsFront}: {readonly serveHttp: ServeHttp; readonly openTlsFront: OpenTlsFront},
): SecuredServer {
  let front: TlsFront | undefined
  return {
    serveHttp: async (address, answer) => {
      const inner = await serveHttp({...address, port: 0}, answer)
      front = await openTlsFront(address, {key, cert: certificates.trusted}, Number(new URL(inner.url).port))
      const close = async () => {
        // Connections of the front end with those that they carry.
        await inner.close()
        await front?.close()
      }
      return {url: `https://${address.host}:${address.port}`, close}
    },
    show: (shown) => front?.become({key, cert: certificates[shown]}),
  }
}
