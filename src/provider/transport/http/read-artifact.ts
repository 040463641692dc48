import {ProviderError} from '#error/provider-error'
import type {HttpClient, ReplyHead} from '#net/http-client'
import {ArtifactIntake, type Taken} from '../../media/keep-artifact.ts'
import type {ArtifactStore} from '../../model/artifact.ts'
import {replyFault} from './reply-fault.ts'

const MOST_BYTES = 1024 * 1024 * 1024
const TAKEN = /^(video\/[\w.+-]+|application\/octet-stream)\s*(;|$)/i
const EXPIRED = new Set([403, 404, 410])

export interface Download {
  readonly url: string
  readonly signal: AbortSignal
  readonly nowMs: number
  readonly store: ArtifactStore | undefined
}

/**
 * A video from where a task left it, to the store of the host as it comes. Type and announced size are looked at before the first
 * byte, its kind at the first, the length after the last. What was not fetched whole leaves nothing. Throws `artifact_refused`,
 * `artifact_expired`, `contract_violation`, and as the exchange and the store do.
 */
export async function readArtifact(client: HttpClient, download: Download): Promise<Taken> {
  const intake = await ArtifactIntake.open(download.store)
  try {
    await fetchInto(intake, client, download)
    return await intake.keep()
  } finally {
    await intake.discard()
  }
}

async function fetchInto(intake: ArtifactIntake, client: HttpClient, {url, signal, nowMs}: Download): Promise<void> {
  const headers = {accept: 'video/*, application/octet-stream', 'accept-encoding': 'identity'}
  const head = await client.exchange(
    {method: 'GET', url, headers, signal},
    {
      start: (begun) => checkHead(begun, nowMs),
      take: (piece) => {
        if (intake.sizeBytes + piece.length > MOST_BYTES) throw refused('is larger than 1 GiB')
        return intake.take(piece)
      },
    },
  )
  const announced = head.headers['content-length']
  if (announced !== undefined && Number(announced) !== intake.sizeBytes)
    throw new ProviderError('contract_violation', 'the artifact is not as long as announced', {retryable: true})
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
