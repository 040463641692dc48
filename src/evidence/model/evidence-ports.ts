import type {FileReader} from '#path/files'
import type {Redactor} from '#redact/redactor'

/** The ports that are needed to read evidence and to look for what must not be in it. */
export interface EvidencePorts {
  readonly files: {readonly reader: FileReader}
  readonly redactor: Redactor
}
