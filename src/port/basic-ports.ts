import type {Files} from '#path/files'
import type {Entropy} from '#random/entropy'
import type {Time} from '#random/timers'
import type {Redactor} from '#redact/redactor'

/** What nearly all work needs of the machine it runs on. A function asks for the part of it that it uses. */
export interface BasicPorts {
  readonly files: Files
  readonly clock: Time
  readonly entropy: Entropy
  readonly redactor: Redactor
}
