import type {Exit} from '#error/exit'
import type {Report} from './report.ts'

/** What every result document of a command carries; the rest is the command's own schema. */
export interface ResultDocument {
  readonly schema_version: number
  readonly command: string
  readonly exit: Exit
}

/** How the reader looks at it: whether colour escapes are wanted, and how many columns fit (`Infinity` for a file). */
export interface RenderView {
  readonly colour: boolean
  readonly width: number
  /** Set where a person reads it as it is printed: numbers are short, words are wrapped, and a run is summed up unless all is asked for. */
  readonly screen?: {readonly verbose: boolean}
  /** Where the folder of the run is as seen from a page; without it files of the run are named, not linked. */
  readonly runFolder?: string
}

/** Pure: equal input, equal text. Not redacted: whoever prints it makes it safe. Ends with one line end. */
export type Renderer = (report: Report, result: ResultDocument, view: RenderView) => string
