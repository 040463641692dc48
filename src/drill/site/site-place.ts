import type {Drill} from '#contract/generated/types'
import type {GivenTarget} from './open-given.ts'

/** Where a drill works, and what it is for. */
export interface SitePlace {
  /** Absolute. */
  readonly folder: string
  readonly drill: Drill
  readonly seed: number
  /** How much shorter the application's waits of policy are. */
  readonly clockScale: number
  /** The target of a drill that starts no processes of its own. */
  readonly given?: GivenTarget | undefined
}
