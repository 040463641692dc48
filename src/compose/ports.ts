import type {Globs} from '#path/glob'
import type {Children} from '#process/children'
import type {StartTalk} from '#process/talk'
import type {Threads} from '#process/threads'
import type {Variables} from '#process/variables'
import type {Extras} from '#provider/catalogue/extras'
import type {Progress} from '#report/progress'
import type {RunPorts} from '#run/ports'

/** What a use case may ask for, as plain values: what costs something to build or to read is behind a function. */
export interface Ports extends RunPorts {
  readonly env: Variables
  /** Absolute: where relative paths of the caller start. */
  readonly cwd: string
  readonly progress: Progress
  readonly children: Children
  readonly globs: Globs
  /** Providers that the caller or variables name; undefined where they name none. */
  readonly extras?: Extras | undefined
  readonly startTalk: StartTalk
  readonly threads: Threads
  /** The folder of recorded replies that come with Assay, absolute. */
  readonly recordings: string
}
