import type {MeasurementPorts} from '#measurement/ports'

/** What a use case works with: the ports, the folders of the caller, and when to end. */
export interface Stage {
  readonly ports: MeasurementPorts
  /** Absolute; the root of all paths where the caller named no folder. */
  readonly cwd: string
  /** Absolute; `cwd` for a function that takes no workspace. */
  readonly workspace: string
  readonly signal: AbortSignal
}
