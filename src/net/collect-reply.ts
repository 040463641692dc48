import {ProviderError} from '#error/provider-error'
import type {HttpClient, HttpReply, HttpRequest} from './http-client.ts'
import {openBody} from './open-body.ts'

/** A whole reply in memory, unpacked, at most `limitBytes` before and after. Throws `contract_violation` and as `exchange` does. */
export async function collectReply(client: HttpClient, request: HttpRequest, limitBytes: number): Promise<HttpReply> {
  const pieces: Uint8Array[] = []
  let size = 0
  const grow = (bytes: number) => {
    size += bytes
    if (size > limitBytes) throw tooLarge(limitBytes)
  }
  const {status, headers} = await client.exchange(request, {
    start: (head) => {
      if (Number(head.headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes)
    },
    take: (piece) => {
      grow(piece.length)
      pieces.push(piece)
    },
  })
  const [first] = pieces
  const body = pieces.length === 1 && first ? first : Buffer.concat(pieces)
  return {status, headers, body: await openBody(body, headers['content-encoding'] ?? '', limitBytes)}
}

function tooLarge(limitBytes: number): ProviderError {
  return new ProviderError('contract_violation', `the reply is larger than ${limitBytes} bytes`, {retryable: false})
}
