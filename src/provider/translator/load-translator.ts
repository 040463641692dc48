import {actionTranslatorDocument} from '#contract/generated/action-translator'
import {placeIssues, schemaIssues} from '#document/document-issues'
import type {DocumentPorts} from '#document/document-ports'
import {type DocumentSource, loadDocument} from '#document/load-document'
import {AssayError} from '#error/assay-error'
import {RAW, rawTranslator} from './raw-translator.ts'
import {type DeclaredTranslator, translatorOf} from './translator.ts'

const LIMIT_BYTES = 256 * 1024

/** A translator as a plan keeps it: `told` is plain and makes the same translator in another process. */
export interface ChosenTranslator {
  readonly name: string
  readonly digest: `sha256:${string}`
  readonly told: unknown
}

/** The translator of a file, or a built-in one by its name. Throws `translator_invalid` with every issue, `file_missing`, `document_*`. */
export async function loadTranslator(
  {path, name}: Pick<DocumentSource, 'path' | 'name'>,
  {reader, redactor}: DocumentPorts,
): Promise<ChosenTranslator> {
  if (name === RAW) return {name, digest: rawTranslator.digest, told: RAW}
  const document = await loadDocument({path, name, limitBytes: LIMIT_BYTES}, reader)
  try {
    return {name, digest: translatorOf(document.value).digest, told: document.value}
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    const shape = schemaIssues(actionTranslatorDocument, document.value)
    const found = shape.length > 0 ? shape : error.issues
    const issues = placeIssues(found, document, (key) => redactor.find(key).length === 0)
    throw new AssayError(error.code, `${name}: ${error.message}`, {issues, path})
  }
}

/** The translator that `told` stands for. Throws `translator_invalid`. */
export function makeTranslator(told: unknown): DeclaredTranslator {
  return told === RAW ? rawTranslator : translatorOf(told)
}
