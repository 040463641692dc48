import type {AddressPolicy} from '#net/address-policy'
import type {HttpClient} from '#net/http-client'
import type {Resolver} from '#net/resolver'
import type {Files} from '#path/files'
import type {EndSignal} from '#process/end-signals'
import type {Entropy} from '#random/entropy'
import type {Time} from '#random/timers'
import type {Redactor} from '#redact/redactor'
import type {Gzip} from '../backup/gzip-port.ts'
import type {BackendHost} from '../git/backend-host.ts'
import type {DiskFacts} from '../git/disk-facts.ts'
import type {GitRunner} from '../git/git-runner.ts'
import type {ControlSocket} from '../model/control-socket.ts'
import type {Listen} from '../model/listening.ts'
import type {PeerSockets} from '../peer/peer-socket.ts'
import type {NodeStore, StoreWatch} from '../store/node-store.ts'

/** The outside of a node: made by the composition, replaced in tests. */
export interface NodePorts {
  readonly files: Files
  readonly time: Time
  readonly entropy: Entropy
  readonly redactor: Redactor
  readonly listen: Listen
  readonly disk: (folder: string) => DiskFacts
  readonly git: (home: string) => GitRunner
  readonly backend: (home: string) => BackendHost
  /** Throws `node_store`. */
  readonly openStore: (path: string, watch: StoreWatch) => NodeStore
  /** Undefined where another process has it. Throws `node_store`. */
  readonly takeLock: (path: string) => Disposable | undefined
  /** Copies a database as it is at one moment. */
  readonly snapshot: (path: string, target: string) => Promise<void>
  readonly gzip: Gzip
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
