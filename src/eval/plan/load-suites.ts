import type {DocumentPorts} from '#document/document-ports'
import {AssayError} from '#error/assay-error'
import {absolutePath} from '#path/absolute-path'
import {fileName} from '#path/resolve-inside'
import {isSuiteFile} from '../catalogue/suite-table.ts'
import type {Suite} from '../model/suite.ts'

const LIMIT_BYTES = 8 * 1024 * 1024

/** The suites of those names that are files. Throws `suite_invalid`, `file_missing` and `document_*`, and `suite_invalid` for two of one name. */
export async function loadSuites(names: readonly string[], folder: string, ports: DocumentPorts): Promise<Suite[]> {
  const files = new Set(names.filter(isSuiteFile))
  if (files.size === 0) return []
  const [{readSuite}, {loadDocument}] = await Promise.all([
    import('../catalogue/suite-document.ts'),
    import('#document/load-document'),
  ])
  const suites: Suite[] = []
  for (const given of files) {
    const path = absolutePath(folder, given)
    const name = fileName(path)
    const document = await loadDocument({path, name, limitBytes: LIMIT_BYTES}, ports.reader)
    const suite = readSuite(document, name, (key) => ports.redactor.find(key).length === 0)
    if (suites.some((one) => one.name === suite.name))
      throw new AssayError('suite_invalid', `${name} has the name of another suite of this run`)
    suites.push(suite)
  }
  return suites
}
