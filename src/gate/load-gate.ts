import type {DocumentPorts} from '#document/document-ports'
import {loadDocument} from '#document/load-document'
import {fileName} from '#path/safe-relative-path'
import {GATE_LIMIT_BYTES, type Gate, type GateContext, readGate} from './gate-document.ts'

/** The gate of a file at an absolute path. Throws `gate_invalid`, `file_missing` and `document_*`. */
export async function loadGate(path: string, context: GateContext, ports: DocumentPorts): Promise<Gate> {
  const source = {path, name: fileName(path), limitBytes: GATE_LIMIT_BYTES}
  const document = await loadDocument(source, ports.reader)
  return readGate(document, context, (key) => ports.redactor.find(key).length === 0)
}
