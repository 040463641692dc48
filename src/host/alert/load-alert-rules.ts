import {alertRules} from '#contract/generated/alert-rules'
import type {AlertRule, AlertRules} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {type DraftIssue, placeIssues, schemaIssues} from '#document/document-issues'
import type {DocumentPorts} from '#document/document-ports'
import {loadDocument} from '#document/load-document'
import {pointerOf} from '#document/pointer'
import {AssayError} from '#error/assay-error'
import {fileName} from '#path/safe-relative-path'

const LIMIT_BYTES = 256 * 1024

/** The rules of a file at an absolute path. Throws `alerts_invalid` with every issue by pointer, `file_missing` and `document_*`. */
export async function loadAlertRules(path: string, ports: DocumentPorts): Promise<readonly AlertRule[]> {
  const document = await loadDocument({path, name: fileName(path), limitBytes: LIMIT_BYTES}, ports.reader)
  const schema = schemaIssues(alertRules, document.value)
  const drafts = schema.length > 0 ? schema : meaningIssues(parse(alertRules, document.value))
  const isClean = (key: string) => ports.redactor.find(key).length === 0
  const issues = placeIssues(drafts, document, isClean)
  if (issues.length > 0) {
    const count = issues.length === 1 ? '1 issue' : `${issues.length} issues`
    throw new AssayError('alerts_invalid', `${document.name} holds no valid alert rules (${count})`, {issues})
  }
  return parse(alertRules, document.value).rules
}

const NEEDS = {share: 'of', ratio: 'where', quantile: 'quantile'} as const

function meaningIssues({rules}: AlertRules): DraftIssue[] {
  return rules.flatMap(({id, measure}, at) => {
    const key = measure.kind in NEEDS ? NEEDS[measure.kind as keyof typeof NEEDS] : undefined
    const isTwice = rules.findIndex((one) => one.id === id) < at
    return [
      ...(isTwice
        ? [{pointer: pointerOf(['rules', String(at), 'id']), rule: 'unique', message: 'is the id of an earlier one'}]
        : []),
      ...(key !== undefined && measure[key] === undefined
        ? [
            {
              pointer: pointerOf(['rules', String(at), 'measure']),
              rule: 'required',
              message: `needs ${key} for ${measure.kind}`,
            },
          ]
        : []),
    ]
  })
}
