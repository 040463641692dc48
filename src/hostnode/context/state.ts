import type {Network} from '#net/ip'

/** Which parts of a node are closed, and for whom they stay open. */
export interface Maintenance {
  readonly enabled: boolean
  readonly writesOnly: boolean
  readonly allow: readonly string[]
  readonly networks: readonly Network[]
}

export const NO_MAINTENANCE: Maintenance = {enabled: false, writesOnly: false, allow: [], networks: []}

/** The state of a running node that is not in its store. */
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
