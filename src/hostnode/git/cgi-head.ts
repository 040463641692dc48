import {AssayError} from '#error/assay-error'

/** The head of a response of a CGI program. */
export interface CgiHead {
  readonly status: number
  /** Names in lower case. */
  readonly headers: readonly (readonly [string, string])[]
  /** The part of the body that arrived with the head. */
  readonly rest: Uint8Array
}

const MOST_BYTES = 64 * 1024
const OK = 200

/** Reads the head of a CGI response that comes in pieces; lines end in LF or CRLF. Source: RFC 3875, section 6. */
export class CgiHeadReader {
  #kept = Buffer.alloc(0)

  /** The head once it is complete; undefined before. Throws `node_git` if it is malformed or longer than 64 KiB. */
  push(piece: Uint8Array): CgiHead | undefined {
    this.#kept = Buffer.concat([this.#kept, piece])
    const text = this.#kept.toString('latin1')
    const end = /(?:^|\r?\n)\r?\n/.exec(text)
    if (end === null) {
      if (this.#kept.length > MOST_BYTES) throw malformed('it has no end')
      return undefined
    }
    const lines = text.slice(0, end.index).split(/\r?\n/)
    const headers = lines.map(headerOf)
    const status = headers.find(([name]) => name === 'status')?.[1]
    return {
      status: status === undefined ? OK : statusOf(status),
      headers: headers.filter(([name]) => name !== 'status'),
      rest: this.#kept.subarray(end.index + end[0].length),
    }
  }
}

function headerOf(line: string): [string, string] {
  const [, name, value = ''] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\r\n\0]*?)[ \t]*$/.exec(line) ?? []
  if (name === undefined) throw malformed('a line of it is no header')
  return [name.toLowerCase(), value]
}

function statusOf(value: string): number {
  const [, code] = /^([2-5]\d\d)(?: |$)/.exec(value) ?? []
  if (code === undefined) throw malformed('its status is none')
  return Number(code)
}

function malformed(why: string): AssayError {
  return new AssayError('node_git', `the head of the answer of git http-backend was not understood: ${why}`)
}
