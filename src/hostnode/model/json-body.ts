import {documentText} from '#document/document-text'
import {parseJson} from '#document/parse-json'
import {plainValue} from '#document/plain-value'
import {ApiFailure} from './api-failure.ts'

const MOST_LEVELS = 32

/** Parses a body: UTF-8, no byte order mark, no duplicate key, no prototype, at most 32 levels. Throws `bad_request`. */
export function jsonBody(content: Uint8Array): unknown {
  const text = documentText(content)
  if (typeof text !== 'string') throw broken(`the body ${text.why}`)
  const {tree, faults} = parseJson(text)
  const [fault] = faults
  if (fault !== undefined || tree === undefined) throw broken(`the body is no JSON: ${fault?.message ?? 'it is empty'}`)
  const {value, faults: [wrong] = []} = plainValue(tree)
  if (wrong !== undefined) throw broken(`the body ${wrong.message}`)
  if (depthOf(value, MOST_LEVELS) > MOST_LEVELS) throw broken(`the body is nested deeper than ${MOST_LEVELS} levels`)
  return value
}

function broken(message: string): ApiFailure {
  return new ApiFailure('bad_request', message)
}

/** Depth of nested lists and objects, counted to one past `most` at the most. */
function depthOf(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (most < 0) return 1
  return 1 + Math.max(0, ...Object.values(value).map((one) => depthOf(one, most - 1)))
}
