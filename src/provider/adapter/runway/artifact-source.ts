import {AssayError} from '#error/assay-error'
import {PUBLIC_ONLY} from '#net/address-policy'
import type {HttpClient} from '#net/http-client'
import type {HttpPorts} from '../../transport/http/http-ports.ts'
import type {HttpService} from '../../transport/http/service.ts'

/** Runway's API, and the places its results come from. */
export interface ArtifactSource {
  readonly service: HttpService
  /** `runway:<version of the API>`. */
  readonly runtimeId: string
  /** Credits left when last asked; undefined before. */
  readonly balance: () => number | undefined
  /** The client for a link, or why it is not followed. It carries no credentials. */
  readonly artifacts: (url: string) => HttpClient | AssayError
}

/**
 * Links lead to public https addresses and nowhere else, whatever is allowed for the API; only a server that stands in for the API may
 * hand out links to itself.
 */
export function artifactClients(service: HttpService, ports: HttpPorts, own: HttpClient) {
  const abroad = ports.client({policy: PUBLIC_ONLY, hasCredentials: false})
  const {origin} = new URL(service.base)
  return {
    artifacts: (url: string): HttpClient | AssayError => {
      const target = URL.parse(url)
      if (target?.origin === origin) return own
      if (target?.protocol === 'https:' && target.username === '' && target.password === '') return abroad
      return new AssayError('address_refused', 'the result lies at an address that is not followed', {
        hint: 'Results are taken from public https addresses only.',
      })
    },
    close: () => abroad.close(),
  }
}
