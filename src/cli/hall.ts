import type {Interfaces} from '@oclif/core'
import type {Globs} from '#path/glob'
import type {Children} from '#process/children'
import type {StartTalk} from '#process/talk'
import type {Threads} from '#process/threads'
import type {Extras} from '#provider/external/extras'
import type {Layers} from '#redact/layers'
import type {Progress} from '#report/progress'
import type {RunPorts} from '#run/ports'
import type {Output} from './write-output.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** What a command may ask for. Adapters are built when first asked for. */
export interface Ports extends RunPorts {
  readonly env: Environment
  readonly cwd: string
  readonly progress: Progress
  readonly children: Children
  readonly globs: Globs
  /** Providers that flags or variables name; undefined where they name none. */
  readonly extras?: Extras | undefined
  readonly startTalk: StartTalk
  readonly threads: Threads
  /** The folder of recorded replies that come with Assay, absolute. */
  readonly recordings: string
}

/** The world around one command line. Tests hand in their own; the binary that of its process. */
export interface Hall {
  readonly output: Output
  readonly env: Environment
  readonly cwd: string
  /** Aborted by the first interrupt; the reason is the name of the signal. */
  readonly signal: AbortSignal
  /** Which signal came, if one did. */
  readonly interruptedBy: () => 'SIGINT' | 'SIGTERM' | undefined
  /** Instead of the real adapters. */
  readonly ports?: Partial<Ports>
  /** Which layers redact; all of them but in tests that show what would leak without. No flag and no variable sets this. */
  readonly layers?: Layers
}

/** The hall rides in oclif's load options and is read back from a command's configuration. */
export interface HallOptions extends Interfaces.Options {
  readonly hall: Hall
  /** Version of Assay. */
  readonly version: string
}
