import type {RunManifest} from '#contract/generated/types'
import {decodeText} from '../scan/scan-text.ts'
import type {CheckBook} from './check-book.ts'
import {isStrictLine, readStrictJson} from './strict-json.ts'

/** Where documents stand that something is computed from, of a run and of each item of a job. */
const COMPUTED = /^(?:items\/[^/]+\/)?(?:(?:inputs|results)\/.*|[^/]+|reports\/report)\.(?:json|ndjson)$/

/**
 * What Assay itself wrote is spelled as it writes: another spelling could give a key twice, which readers do not take the same of, or
 * begin with a mark that some of them skip. `at` turns a path of the run into the path to show.
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
