import {record} from '#contract/json'
import {ProviderError} from '#error/provider-error'
import type {ClipAnswer} from '../../model/provider.ts'
import {violation} from '../../model/provider-fault.ts'
import {sniffMedia} from '../../model/sniff-media.ts'
import {answerBase64, answerObject, whatCame} from '../../model/value-check.ts'
import type {CosmosRequest} from './cosmos-request.ts'

const FAILED = new Set(['failed', 'failure', 'error', 'rejected'])

/** The clip in a reply. Throws `task_failed`, `upstream_error`, `contract_violation`. */
export function cosmosClip(value: unknown, {video_params: video, seed}: CosmosRequest): ClipAnswer {
  const body = answerObject(value)
  const said = sentence(body)
  if (typeof body['status'] === 'string' && FAILED.has(body['status'].toLowerCase()))
    throw new ProviderError('task_failed', `the server says the video failed${said}`, {retryable: false})
  if ('error' in body && body['error'] !== null)
    throw new ProviderError('upstream_error', `the server reported an error${said}`, {retryable: false})
  if (!('b64_video' in body)) throw violation('reply has no b64_video')
  const bytes = answerBase64(body['b64_video'], 'b64_video')
  const used = body['seed']
  if (used !== undefined && used !== null && !Number.isSafeInteger(used))
    throw violation(`seed is ${whatCame(used)}, not a whole number`)
  return {
    fps: video.frames_per_sec,
    resolution: [video.width, video.height],
    duration_seconds: video.frames_count / video.frames_per_sec,
    media_type: sniffMedia(bytes) ?? 'video/mp4',
    bytes,
    metadata: {seed: used ?? seed, prompt_was_changed: typeof body['upsampled_prompt'] === 'string'},
  }
}

function sentence(body: Readonly<Record<string, unknown>>): string {
  const told = [body['error'], body['message'], record(body['error'])?.['message']]
  const found = told.find((text) => typeof text === 'string' && text !== '')
  return found === undefined ? '' : `: ${String(found)}`
}
