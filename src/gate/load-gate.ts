import {loadDocument} from '#document/load-document'
import type {FileReader} from '#path/files'
import {fileName} from '#path/resolve-inside'
import {GATE_LIMIT_BYTES, type Gate, type GateContext, readGate} from './gate-document.ts'

export interface LoadGatePorts {
  readonly reader: FileReader
  /** Finds secrets; a key that holds one is not named in messages. */
  readonly redactor: {find(text: string): readonly unknown[]}
}

/** The gate of a file at an absolute path. Throws `gate_invalid`, `file_missing` and `document_*`. */
export async function loadGate(path: string, context: GateContext, ports: LoadGatePorts): Promise<Gate> {
  const source = {path, name: fileName(path), limitBytes: GATE_LIMIT_BYTES}
  const document = await loadDocument(source, ports.reader)
  return readGate(document, context, (key) => ports.redactor.find(key).length === 0)
}
