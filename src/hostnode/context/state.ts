import type {Network} from '#net/ip'

/** What of a node may be closed, and to whom it stays open. */
export interface Maintenance {
  readonly enabled: boolean
  readonly writesOnly: boolean
  readonly allow: readonly string[]
  readonly networks: readonly Network[]
}

export const NO_MAINTENANCE: Maintenance = {enabled: false, writesOnly: false, allow: [], networks: []}

/** What changes while a node runs and is not in its store. */
export interface NodeState {
  /** `starting` until it serves, `draining` from the first signal to stop. */
  phase: 'starting' | 'ready' | 'draining'
  /** New at each start. */
  readonly instanceId: string
  readonly startedAtMs: number
  readonly startedNs: bigint
  maintenance: Maintenance
  /** The last migration that ran since the start, such as `1.0.0 to 1.1.0`. */
  lastMigration: string | undefined
}
