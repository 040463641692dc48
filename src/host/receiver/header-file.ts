import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import type {HeaderList} from './delivery-head.ts'

const LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)$/
const REQUEST_LINE = /^[A-Z]+ \S+ HTTP\/\d/

/**
 * Headers of a delivery that somebody kept: lines `Name: value` up to the first empty one, a request line before them or not, or a JSON
 * object of texts and lists of texts. Throws `document_parse`.
 */
export function parseHeaders(text: string): HeaderList {
  return /^\s*\{/.test(text) ? fromJson(text) : fromLines(text)
}

function fromLines(text: string): HeaderList {
  const lines = text.split(/\r?\n/)
  const end = lines.indexOf('')
  const head = end < 0 ? lines : lines.slice(0, end)
  return head.flatMap((line, at) => {
    if (at === 0 && REQUEST_LINE.test(line)) return []
    const [, name, value = ''] = LINE.exec(line) ?? []
    if (name === undefined) throw broken(`line ${at + 1} of the headers is not Name: value`)
    return [[name, withoutBlanks(value)] as const]
  })
}

/** Without the blanks around it, found by one look from each end. Source: RFC 9110, 5.6.3. */
function withoutBlanks(value: string): string {
  const isBlank = (at: number) => value[at] === ' ' || value[at] === '\t'
  let [from, to] = [0, value.length]
  while (from < to && isBlank(from)) from++
  while (to > from && isBlank(to - 1)) to--
  return value.slice(from, to)
}

function fromJson(text: string): HeaderList {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw broken('the headers are no JSON', cause)
  }
  if (!isRecord(value)) throw broken('the headers are no JSON object')
  return Object.entries(value).flatMap(([name, one]) =>
    (Array.isArray(one) ? one : [one]).map((text: unknown) => {
      if (typeof text !== 'string') throw broken('a header is neither text nor a list of texts')
      return [name, text] as const
    }),
  )
}

function broken(message: string, cause?: unknown): AssayError {
  return new AssayError('document_parse', message, {
    hint: 'Keep the headers as lines "Name: value" or as a JSON object.',
    cause,
  })
}
