import type {PolicyChoice} from '#provider/model/request-policy'
import type {Arrival} from './pacing.ts'
import type {WarmUp} from './warm-up.ts'

/** What the caller asks for; an absent field was not given. */
export interface BenchmarkRequest {
  readonly providers?: readonly string[] | undefined
  readonly operations?: readonly string[] | undefined
  readonly preset?: string | undefined
  readonly iterations?: number | undefined
  /** Measure each operation for this time; `iterations` is then the most. */
  readonly durationMs?: number | undefined
  readonly concurrency?: number | undefined
  /** Calls per second of an open loop. */
  readonly rate?: number | undefined
  readonly arrival?: Arrival | undefined
  readonly maxInFlight?: number | undefined
  readonly repeats?: number | undefined
  /** Number of fresh processes from which to make a candidate budget. */
  readonly calibrate?: number | undefined
  readonly warmUp?: WarmUp | undefined
  /** File of inputs to send instead of the defaults. */
  readonly inputs?: string | undefined
  /** A translator file, or a built-in translator by its name. */
  readonly translator?: string | undefined
  /** File of limits that decide the verdict. */
  readonly budget?: string | undefined
  /** A gate file. */
  readonly gate?: string | undefined
  /** A run to compare with: id, folder or a file in it. */
  readonly baseline?: string | undefined
  readonly isAnyMachine?: boolean | undefined
  readonly thresholds?: readonly string[] | undefined
  readonly noGate?: boolean | undefined
  /** Whether to send the requests that `remote-media-dryrun` would only build. */
  readonly live?: boolean | undefined
  readonly requireRun?: boolean | undefined
  readonly allowSkip?: boolean | undefined
  readonly timeoutSeconds?: number | undefined
  readonly maxElapsedSeconds?: number | undefined
  readonly retries?: number | undefined
  /** Limits that a job chose for all its steps. */
  readonly policy?: PolicyChoice | undefined
  /** A configuration profile. */
  readonly profile?: string | undefined
}
