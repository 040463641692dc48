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

/** A name with a point that is a file of another ending was meant as one: what is wrong with it is its ending, and not that no drill has the name. */
export function withStrangeFiles(request: DrillRequest, isThere: (name: string) => boolean): DrillRequest {
  const {drills = [], files = []} = request
  const isFile = (name: string) => name.includes('.') && isThere(name)
  return {...request, drills: drills.filter((name) => !isFile(name)), files: [...files, ...drills.filter(isFile)]}
}
