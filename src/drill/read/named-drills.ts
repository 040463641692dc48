import {documentFormat} from '#document/document'
import type {DrillRequest} from '../model/drill-options.ts'

/** The request with what stands behind the command: what ends as a document is a file of the caller's own. */
export function withNamed(request: DrillRequest, words: readonly string[]): DrillRequest {
  const isFile = (word: string) => documentFormat(word) !== undefined
  return {
    ...request,
    drills: [...words.filter((word) => !isFile(word)), ...(request.drills ?? [])],
    files: [...words.filter(isFile), ...(request.files ?? [])],
  }
}
