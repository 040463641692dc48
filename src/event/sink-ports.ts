import {nodeFiles} from '#path/node-files'
import {Redactor} from '#redact/redactor'

/** The files of this machine for sinks that a host builds by a path alone. What they write was redacted by the library that told it. */
export function sinkPorts() {
  return {files: nodeFiles, redactor: new Redactor()}
}
