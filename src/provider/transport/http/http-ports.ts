import type {AddressPolicy} from '#net/address-policy'
import type {HttpClient} from '#net/http-client'

/** How far a client may go, and whether credentials go along with its requests. */
export interface ClientNeeds {
  readonly policy: AddressPolicy
  readonly hasCredentials: boolean
}

/** What an adapter of an HTTP server is made with. */
export interface HttpPorts {
  client(needs: ClientNeeds): HttpClient
  /** Opens a connection and closes it again. Throws `unreachable`, `address_refused` and their kin. */
  reach(url: string, needs: ClientNeeds, signal: AbortSignal): Promise<void>
  nowMs(): number
}
