import {join} from 'node:path'
import {drill as drillContract} from '#contract/generated/drill'
import type {Drill} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {parse} from '#contract/parse'
import {documentFormat} from '#document/document'
import {placeIssues} from '#document/document-issues'
import type {DocumentPorts} from '#document/document-ports'
import {loadDocument} from '#document/load-document'
import {AssayError} from '#error/assay-error'
import {fileName} from '#path/safe-relative-path'
import {checkScripts} from './check-scripts.ts'
import {drillIssues} from './drill-rules.ts'

const LIMIT_BYTES = 256 * 1024

/** A drill, and the digest of the file that says it. */
export interface LoadedDrill {
  readonly drill: Drill
  readonly sha256: string
}

/** The drill of a file at an absolute path. Throws `drill_invalid` with every issue by pointer, `schema_too_new`, `file_missing` and `document_*`. */
export async function loadDrill(path: string, ports: DocumentPorts): Promise<LoadedDrill> {
  const document = await loadDocument({path, name: fileName(path), limitBytes: LIMIT_BYTES}, ports.reader)
  const {value} = document
  if (isRecord(value) && typeof value['schema_version'] === 'number' && value['schema_version'] > 1) {
    parse(drillContract, value)
  }
  const isClean = (key: string) => ports.redactor.find(key).length === 0
  const drafts = [...drillIssues(document, ports.redactor), ...(await checkScripts(value))]
  const issues = placeIssues(drafts, document, isClean)
  if (issues.length > 0) {
    const count = issues.length === 1 ? '1 issue' : `${issues.length} issues`
    throw new AssayError('drill_invalid', `${document.name} is no valid drill (${count})`, {issues, path})
  }
  return {drill: parse(drillContract, value), sha256: document.sha256}
}

/** Every drill of a folder, by number. */
export async function loadCatalogue(folder: string, ports: DocumentPorts): Promise<LoadedDrill[]> {
  const names = ports.reader.list(folder).flatMap(({name}) => (documentFormat(name) === undefined ? [] : [name]))
  const loaded: LoadedDrill[] = []
  for (const name of names) loaded.push(await loadDrill(join(folder, name), ports))
  const rank = ({drill: {number, id}}: LoadedDrill) => (number === undefined ? `~ ${id}` : number)
  return loaded.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
}
