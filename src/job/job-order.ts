import type {FormatName} from '#report/renderers'

/** The job of a folder, where none is named. */
export const USUAL_JOB = 'assay.yaml'

/** A job file to run. `path` is absolute; `name` is how messages call the file. */
export interface JobOrder {
  readonly path: string
  readonly name: string
  readonly profilePath?: string | undefined
  /** The workspace as given, relative to the working directory; wins over that of the profile. */
  readonly workspace?: string | undefined
  readonly outputFormat?: FormatName | undefined
  readonly commandArgv: readonly string[]
  /** `name=value` for the job's inputs. */
  readonly settings: readonly string[]
  /** Overrides the job's own wish for a bundle. */
  readonly bundle?: boolean
}
