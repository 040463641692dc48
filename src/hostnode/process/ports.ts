import type {AddressPolicy} from '#net/address-policy'
import type {HttpClient} from '#net/http-client'
import type {Resolver} from '#net/resolver'
import type {EndSignal} from '#process/end-signals'
import type {BackendHost} from '../git/backend-host.ts'
import type {ControlSocket} from '../model/control-socket.ts'
import type {Listen} from '../model/listening.ts'
import type {PeerSockets} from '../peer/peer-socket.ts'
import type {DataPorts} from '../verify/data-ports.ts'

/** The outside of a node: made by the composition, replaced in tests. */
export interface NodePorts extends DataPorts {
  readonly listen: Listen
  readonly backend: (home: string) => BackendHost
  readonly resolver: Resolver
  /** The link to other validators. */
  readonly peers: PeerSockets
  /** For webhooks: goes where the policy lets it, and nowhere else. */
  readonly reach: (policy: AddressPolicy, resolver: Resolver) => HttpClient
  readonly control: ControlSocket
  /** Reaches any address: the caller named it. */
  readonly http: () => HttpClient
  /** Calls for each signal that asks for the end. */
  readonly onSignal: (take: (signal: EndSignal) => void) => void
}
