import type {ValidatedFile, ValidateResult} from '#contract/generated/types'
import {placeIssues} from '#document/document-issues'
import {loadDocument} from '#document/load-document'
import {AssayError, type Issue} from '#error/assay-error'
import {withHint} from '#error/collect-mistakes'
import {exitFor, exitNamed} from '#error/exit'
import type {MeasurementPorts} from '#measurement/ports'
import {absolutePath} from '#path/safe-relative-path'
import type {Report} from '#report/report'
import {CHECKS} from './check-kinds.ts'
import {FILE_KIND_NAMES, type FileKind, fileKind} from './file-kind.ts'
import {validateReport} from './validate-report.ts'

const LIMIT_BYTES = 64 * 1024 * 1024

/** Which files; `kind` for all of them where the caller says it. `workspace`: absolute. */
export interface FilesOrder {
  readonly files: readonly string[]
  readonly kind: FileKind | undefined
  readonly workspace: string
}

/** Checks each file as far as a command that takes it would, and tells the mistakes of all. Makes nothing. */
export async function checkFiles(
  order: FilesOrder,
  ports: MeasurementPorts,
): Promise<{result: ValidateResult; report: Report}> {
  const files: ValidatedFile[] = []
  for (const name of new Set(order.files)) files.push(await checkFile(name, order, ports))
  const bad = files.filter(({valid}) => !valid)
  const reason =
    bad.length === 0
      ? `${files.length} valid`
      : `${bad.length} of ${files.length} not valid: ${bad.map(({file}) => file).join(', ')}`
  const exit = bad.length === 0 ? exitFor('pass', reason) : exitNamed('usage', reason)
  const result: ValidateResult = {schema_version: 1, command: 'validate', exit, files}
  return {result, report: validateReport(result)}
}

async function checkFile(name: string, order: FilesOrder, ports: MeasurementPorts): Promise<ValidatedFile> {
  const {reader} = ports.files
  const path = absolutePath(ports.cwd, name)
  let kind = order.kind
  try {
    const document = await loadDocument({path, name, limitBytes: LIMIT_BYTES}, reader)
    kind ??= fileKind(document)
    if (kind === undefined) return {file: name, kind: null, valid: false, issues: [UNKNOWN_KIND]}
    const found = await CHECKS[kind]({document, path, workspace: order.workspace}, ports)
    const issues = placeIssues(found, document, (key) => ports.redactor.find(key).length === 0)
    return {file: name, kind, valid: issues.length === 0, issues: issues.toSorted(byPlace)}
  } catch (error) {
    if (!(error instanceof AssayError) || error.exit !== 'usage') throw error
    const {code, issues} = error
    const told = issues.length > 0 ? issues : [{pointer: '', rule: code, message: withHint(error)}]
    return {file: name, kind: kind ?? null, valid: false, issues: told.toSorted(byPlace)}
  }
}

const UNKNOWN_KIND: Issue = {
  pointer: '',
  rule: 'unknown_kind',
  message: `is of no known kind; say which with --kind: ${FILE_KIND_NAMES.join(', ')}`,
}

const byPlace = (a: Issue, b: Issue) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)
