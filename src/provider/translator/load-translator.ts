import {actionTranslatorDocument} from '#contract/generated/action-translator'
import {placeIssues, schemaIssues} from '#document/document-issues'
import type {DocumentPorts} from '#document/document-ports'
import {type DocumentSource, loadDocument} from '#document/load-document'
import {AssayError} from '#error/assay-error'
import {nearestHint} from '#error/nearest'
import {BUILT_IN_DOCUMENTS, BUILT_IN_NAMES} from './built-in.ts'
import {type ChosenTranslator, chosenTranslator} from './chosen-translator.ts'
import {RAW} from './raw-translator.ts'

const LIMIT_BYTES = 256 * 1024

/** The translator of a file, or a built-in one by its name. Throws `translator_invalid` with every issue, `file_missing`, `document_*`. */
export async function loadTranslator(
  {path, name}: Pick<DocumentSource, 'path' | 'name'>,
  {reader, redactor}: DocumentPorts,
): Promise<ChosenTranslator> {
  if (name === RAW) return chosenTranslator(name, RAW)
  const builtIn = BUILT_IN_DOCUMENTS.get(name)
  if (builtIn) return chosenTranslator(name, builtIn)
  if (name.startsWith('builtin:')) {
    throw new AssayError('translator_invalid', 'there is no such built-in translator', {
      hint: nearestHint(name, BUILT_IN_NAMES),
      given: name,
    })
  }
  const document = await loadDocument({path, name, limitBytes: LIMIT_BYTES}, reader)
  try {
    return chosenTranslator(name, document.value)
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    const shape = schemaIssues(actionTranslatorDocument, document.value)
    const found = shape.length > 0 ? shape : error.issues
    const issues = placeIssues(found, document, (key) => redactor.find(key).length === 0)
    throw new AssayError(error.code, `${name}: ${error.message}`, {issues, path})
  }
}
