import type {ConfigProfile} from '#contract/generated/types'
import type {FormatName} from '#report/renderers'

/** What every kind of run may be asked for; the rest is the kind's own. Files are paths seen from the order's working directory. */
export interface SharedRequest {
  readonly providers?: readonly string[] | undefined
  readonly operations?: readonly string[] | undefined
  /** A configuration profile. */
  readonly profile?: string | undefined
  /** A translator file, or a built-in translator by its name. */
  readonly translator?: string | undefined
}

/** A request and where it was made. */
export interface Order<Request extends SharedRequest> {
  readonly commandArgv: readonly string[]
  /** Absolute. */
  readonly workingDirectory: string
  readonly request: Request
  /** The workspace that was named; wins over that of the profile, as `outputFormat` does. */
  readonly workspace?: string | undefined
  readonly outputFormat?: FormatName | undefined
  /** Who is tried where neither the request nor a profile of its own names anyone: those of the job's profile. */
  readonly usualProviders?: readonly string[] | undefined
}

/** Everything decided before a run exists, and the run workspace, absolute: the caller's, the profile's or the working directory. */
export interface Planned<Plan> {
  readonly plan: Plan
  readonly workspace: string
  readonly configProfile?: ConfigProfile | undefined
}
