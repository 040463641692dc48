import type {RunManifest} from '#contract/generated/types'
import {decodeText} from '../scan/scan-text.ts'
import type {CheckBook} from './check-book.ts'
import {isStrictLine, readStrictJson} from './strict-json.ts'

/** Paths of documents from which something is computed, in a run and in each item of a job. */
const COMPUTED = /^(?:items\/[^/]+\/)?(?:(?:inputs|results)\/.*|[^/]+|reports\/report)\.(?:json|ndjson)$/

/**
 * Checks that Assay's own documents are spelled as it writes them: another spelling could repeat a key, which readers interpret
 * differently, or begin with a byte order mark, which some of them skip. `at` turns a path of the run into the path to show.
 */
export function checkForms(
  {artifacts}: RunManifest,
  read: (path: string) => Uint8Array | undefined,
  at: (path: string) => string,
  book: CheckBook,
): void {
  for (const {path, origin} of artifacts) {
    const content = origin === 'assay' && COMPUTED.test(path) ? read(path) : undefined
    if (content !== undefined && !isExact(path, content))
      book.fail('results', 'json_form', 'is not JSON in the exact form Assay writes', at(path))
  }
}

function isExact(path: string, content: Uint8Array): boolean {
  const text = decodeText(content)
  if (text === undefined) return false
  if (path.endsWith('.json')) return readStrictJson(text) !== undefined
  const lines = text.split('\n')
  return lines.pop() === '' && lines.every(isStrictLine)
}
