import type {Interfaces} from '@oclif/core'
import type {MeasurementPorts} from '#measurement/ports'
import type {Variables} from '#process/variables'
import type {Layers} from '#redact/layers'
import type {Redactor} from '#redact/redactor'
import type {PartingWords} from '#report/parting-words'
import type {AskSecret} from './ask-secret.ts'
import type {AwaitEnter} from './wait-enter.ts'
import type {Output} from './write-output.ts'

/** The world around one command line. Tests hand in their own; the binary that of its process. */
export interface Hall {
  readonly output: Output
  readonly env: Variables
  readonly cwd: string
  /** Aborted by the first interrupt; the reason is the name of the signal. */
  readonly signal: AbortSignal
  /** Which signal came, if one did. */
  readonly interruptedBy: () => 'SIGINT' | 'SIGTERM' | undefined
  /** What work says that is not over when somebody insists on the end. */
  readonly partingWords?: PartingWords
  /** Told which redactor is in force: from then on it knows what is registered. */
  readonly onRedactor?: (redactor: Redactor) => void
  /** Instead of standard input and the keyboard. */
  readonly askSecret?: AskSecret
  /** Instead of the keyboard of a terminal. */
  readonly awaitEnter?: AwaitEnter
  /** Instead of the real adapters. */
  readonly ports?: Partial<MeasurementPorts>
  /** Which layers redact; all of them but in tests that show what would leak without. No flag and no variable sets this. */
  readonly layers?: Layers
}

/** The hall rides in oclif's load options and is read back from a command's configuration. */
export interface HallOptions extends Interfaces.Options {
  readonly hall: Hall
  /** Version of Assay. */
  readonly version: string
}
