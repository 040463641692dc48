import type {Files} from '#path/files'
import {nodeFiles} from '#path/node-files'
import {Redactor} from '#redact/redactor'

/** What a sink that writes needs: a disk (`nodeFiles`), and a redactor that has the last word on what is written. */
export interface SinkPorts {
  readonly files: Pick<Files, 'writer' | 'directories'>
  readonly redactor: Pick<Redactor, 'bytes' | 'seal' | 'joinedLine' | 'text'>
}

/** The files of this machine for sinks that a host builds by a path alone. What they write was redacted by the library that told it. */
export function sinkPorts(): SinkPorts {
  return {files: nodeFiles, redactor: new Redactor()}
}
