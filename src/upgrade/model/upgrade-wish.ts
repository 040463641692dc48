import type {NodeTarget, NodeUpgradePlan} from '#contract/generated/types'
import type {Digest} from '#contract/ids'
import type {Release} from '#host/model/version'
import type {SeenNode, SeenRelease} from './seen.ts'

/** What the caller wants. Times in milliseconds. */
export interface UpgradeWish {
  readonly to: Release
  readonly strategy: NodeUpgradePlan['strategy'] | undefined
  /** Name of the program of the release. */
  readonly release: string
  readonly windowMs: number
  readonly observeMs: number
  readonly trafficWindowMs: number
  readonly stableMs: number
  readonly acceptsHalt: boolean
  readonly maxParallel: number
}

/** What was seen before. `drains`: the adapter can take a node out of use. */
export interface UpgradeScene {
  readonly profile: NodeTarget
  readonly targetSha256: Digest
  readonly adapter: NodeUpgradePlan['adapter']
  readonly nodes: readonly SeenNode[]
  readonly release: SeenRelease
  readonly drains: boolean
  /** The adapter can make a node of a backup. */
  readonly makesGreen: boolean
  /** Names of the programs of releases that are there; undefined where nobody tells. */
  readonly known?: readonly string[] | undefined
}
