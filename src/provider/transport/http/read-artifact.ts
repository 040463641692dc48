import {ProviderError} from '#error/provider-error'
import type {HttpClient, ReplyHead} from '#net/http-client'
import {replyFault} from './reply-fault.ts'

const MOST_BYTES = 1024 * 1024 * 1024
const TAKEN = /^(video\/[\w.+-]+|application\/octet-stream)\s*(;|$)/i
const EXPIRED = new Set([403, 404, 410])

export interface Download {
  readonly url: string
  readonly signal: AbortSignal
  readonly nowMs: number
}

/**
 * A video from where a task left it. Type and announced size are looked at before the first byte, the length
 * after the last. Throws `artifact_refused`, `artifact_expired`, `contract_violation`, and as the exchange does.
 */
export async function readArtifact(client: HttpClient, {url, signal, nowMs}: Download): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  const headers = {accept: 'video/*, application/octet-stream', 'accept-encoding': 'identity'}
  const head = await client.exchange(
    {method: 'GET', url, headers, signal},
    {
      start: (begun) => checkHead(begun, nowMs),
      take: (piece) => {
        size += piece.length
        if (size > MOST_BYTES) throw refused('is larger than 1 GiB')
        pieces.push(piece)
      },
    },
  )
  const announced = head.headers['content-length']
  if (announced !== undefined && Number(announced) !== size)
    throw new ProviderError('contract_violation', 'the artifact is not as long as announced', {retryable: true})
  return Buffer.concat(pieces, size)
}

function checkHead({status, headers}: ReplyHead, nowMs: number): void {
  if (EXPIRED.has(status))
    throw new ProviderError('artifact_expired', `the artifact is not there (${status})`, {
      statusCode: status,
      retryable: false,
    })
  const fault = replyFault({status, headers, body: new Uint8Array()}, {nowMs, isRead: true})
  if (fault !== undefined) throw fault
  if (!TAKEN.test(headers['content-type'] ?? '')) throw refused('is of a type that is no video')
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw refused('is packed')
  if (Number(headers['content-length'] ?? 0) > MOST_BYTES) throw refused('is larger than 1 GiB')
}

function refused(what: string): ProviderError {
  return new ProviderError('artifact_refused', `the artifact ${what}`, {retryable: false})
}
