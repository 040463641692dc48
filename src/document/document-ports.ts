import type {FileReader} from '#path/files'
import type {Redactor} from '#redact/redactor'

/** The part of the redactor that looks without masking. */
export type SecretFinder = Pick<Redactor, 'find'>

/** What it takes to read a caller's document. A key that holds a secret is not named in messages. */
export interface DocumentPorts {
  readonly reader: FileReader
  readonly redactor: SecretFinder
}
