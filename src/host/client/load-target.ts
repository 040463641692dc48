import {nodeTarget} from '#contract/generated/node-target'
import {isRecord} from '#contract/is-record'
import {parse} from '#contract/parse'
import {placeIssues} from '#document/document-issues'
import type {DocumentPorts} from '#document/document-ports'
import {loadDocument} from '#document/load-document'
import {AssayError} from '#error/assay-error'
import {fileName} from '#path/safe-relative-path'
import {type Target, targetOf} from '../model/target.ts'
import {targetIssues} from '../model/target-rules.ts'

const LIMIT_BYTES = 256 * 1024

/**
 * The target of a file at an absolute path. Throws `target_invalid` with every issue by pointer, never with a value; `schema_too_new`,
 * `file_missing` and `document_*`.
 */
export async function loadTarget(path: string, checks: readonly string[], ports: DocumentPorts): Promise<Target> {
  const document = await loadDocument({path, name: fileName(path), limitBytes: LIMIT_BYTES}, ports.reader)
  if (isNewer(document.value)) parse(nodeTarget, document.value)
  const isClean = (key: string) => ports.redactor.find(key).length === 0
  const issues = placeIssues(targetIssues(document, checks, ports.redactor), document, isClean)
  if (issues.length > 0) {
    const count = issues.length === 1 ? '1 issue' : `${issues.length} issues`
    throw new AssayError('target_invalid', `${document.name} is no valid node target (${count})`, {issues})
  }
  return targetOf(parse(nodeTarget, document.value), document.sha256)
}

function isNewer(value: unknown): boolean {
  const version = isRecord(value) ? value['schema_version'] : undefined
  return typeof version === 'number' && Number.isInteger(version) && version > 1
}
