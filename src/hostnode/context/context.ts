import type {Entropy} from '#random/entropy'
import type {Time} from '#random/timers'
import type {NodeSettings} from '../config/settings.ts'
import type {MemberKey} from '../consensus/member-key.ts'
import type {ValidatorSeat} from '../consensus/standing.ts'
import type {FaultTable} from '../fault/fault-table.ts'
import type {DiskFacts} from '../git/disk-facts.ts'
import type {GitWork} from '../git/git-work.ts'
import type {Repositories} from '../git/repositories.ts'
import type {CrashAt} from '../model/crash-points.ts'
import type {HookDesk} from '../model/hook-desk.ts'
import type {IdMaker} from '../model/object-ids.ts'
import type {KnownCaller} from '../model/objects.ts'
import type {PeerFaults} from '../model/peer-faults.ts'
import type {RateLimiter} from '../model/rate-limits.ts'
import type {NodeRelease} from '../model/release.ts'
import type {NodeStore} from '../store/node-store.ts'
import type {Readings} from '../store/readings.ts'
import type {NodeLog} from './json-log.ts'
import type {NodeMetrics} from './metrics.ts'
import type {NodeState} from './state.ts'

/** Everything that the parts of a running node share: made once at the start, handed down, found nowhere else. */
export interface NodeContext {
  readonly release: NodeRelease
  readonly settings: NodeSettings
  /** The URL at which callers reach the API, without a trailing slash. */
  readonly publicUrl: string
  readonly configSha256: string
  readonly store: NodeStore
  /** Known callers by the digest of their credentials. */
  readonly callers: Readings<KnownCaller>
  readonly repositories: Repositories
  readonly hooks: HookDesk
  /** The identity of this node among validators. */
  readonly key: MemberKey
  /** Undefined if the node stands alone. */
  readonly validator: ValidatorSeat | undefined
  readonly gitWork: GitWork
  readonly disk: DiskFacts
  readonly faults: FaultTable
  /** Faults that drills set in the link and in the consensus. */
  readonly peerFaults: PeerFaults
  /** The time as the node believes it to be; faults can change it. */
  readonly time: Time
  readonly entropy: Entropy
  readonly ids: IdMaker
  readonly log: NodeLog
  readonly metrics: NodeMetrics
  readonly limiter: RateLimiter
  readonly crashAt: CrashAt
  readonly state: NodeState
}
