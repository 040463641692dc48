import {record} from '#contract/json'
import {sha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import {KeptArtifact} from '../model/artifact.ts'
import type {GenerateRequest, MediaOptions, TransferRequest} from '../model/provider.ts'
import {violation} from '../model/provider-fault.ts'
import {isOfMedia, isVideoType} from '../model/sniff-media.ts'
import {answerObject, fieldFault} from '../model/value-check.ts'
import type {AnswerFacts, AnswerOrigin, CheckedResult, OperationRules} from './operation-rules.ts'

/**
 * A clip whose bytes are what they say. `duration_seconds` and `fps` are the provider's word. Where the host gave a place for clips,
 * those of remote providers lie there: `media.path` says in which file, as the host's store names it, and `bytes` is empty.
 */
export interface VideoClip extends AnswerOrigin {
  readonly fps: number
  readonly resolution: readonly [width: number, height: number]
  readonly duration_seconds: number
  readonly media: ClipMedia
  readonly media_type: string
  readonly bytes: Uint8Array
}

/** What is known of the bytes of a clip. `path` where they are in a file of the host. */
export interface ClipMedia {
  readonly path?: string
  readonly sha256: string
  readonly size_bytes: number
  readonly media_type: string
}

const OPTIONS: readonly (keyof MediaOptions)[] = [
  'image',
  'video',
  'model',
  'ratio',
  'size',
  'fps',
  'seed',
  'negative_prompt',
  'reference_images',
  'extras',
]

export const generateRules: OperationRules<GenerateRequest, VideoClip> = {
  capability: 'generate',
  slot: 'generate',
  checkRequest: ({prompt, duration_seconds, options}) => {
    if (typeof prompt !== 'string' || prompt.trim() === '') throw outOfRange('prompt', 'prompt is empty')
    checkPositive('duration_seconds', duration_seconds)
    return {prompt, duration_seconds, ...(options !== undefined && {options: checkOptions(options)})}
  },
  checkAnswer: (answer, _request, facts) => checkClip(answer, facts),
}

export const transferRules: OperationRules<TransferRequest, VideoClip> = {
  capability: 'transfer',
  slot: 'transfer',
  checkRequest: checkTransfer,
  checkAnswer: (answer, request, facts) => {
    const checked = checkClip(answer, facts)
    const [width, height] = checked.result.resolution
    if (width !== request.width || height !== request.height) throw violation('clip does not have the size asked for')
    return checked
  },
}

/** Only what the request is made of goes on: the clip may be a result with more in it. */
function checkTransfer({clip, width, height, fps, prompt, options}: TransferRequest): TransferRequest {
  checkPositive('fps', fps)
  for (const [name, value] of Object.entries({width, height})) {
    checkPositive(name, value)
    if (!Number.isInteger(value)) throw outOfRange(name, `${name} must be a whole number`)
  }
  const fault = clipFault(record(clip) ?? {})
  if (fault !== undefined) throw new AssayError('invalid_input', `clip: ${fault}`, {detail: {field: 'clip'}})
  if (prompt !== undefined && typeof prompt !== 'string') throw new AssayError('invalid_input', 'prompt is not a text')
  const {fps: rate, resolution, duration_seconds, media_type, bytes} = clip
  const plain = {fps: rate, resolution, duration_seconds, media_type, bytes}
  const rest = {...(prompt !== undefined && {prompt}), ...(options !== undefined && {options: checkOptions(options)})}
  return {clip: plain, width, height, fps, ...rest}
}

function checkClip(answer: unknown, {origin}: AnswerFacts): CheckedResult<VideoClip> {
  const body = answerObject(answer, 'fps', 'resolution', 'duration_seconds')
  const {artifact} = body
  const fault = artifact instanceof KeptArtifact ? shapeFault(body) : clipFault(body)
  if (fault !== undefined) throw violation(`clip: ${fault}`)
  const {fps, resolution, duration_seconds} = body as unknown as VideoClip
  const {bytes, ...media} = artifact instanceof KeptArtifact ? keptMedia(artifact) : heldMedia(body)
  const {media_type} = media
  return {
    result: {...origin, fps, resolution, duration_seconds, media, media_type, bytes},
    told: {media, duration_seconds},
  }
}

function keptMedia({path, sha256, size_bytes, media_type}: KeptArtifact): ClipMedia & Pick<VideoClip, 'bytes'> {
  return {path, sha256, size_bytes, media_type, bytes: new Uint8Array(0)}
}

function heldMedia(body: Readonly<Record<string, unknown>>): ClipMedia & Pick<VideoClip, 'bytes'> {
  const {media_type, bytes} = body as unknown as VideoClip
  return {sha256: sha256(bytes), size_bytes: bytes.length, media_type, bytes}
}

function clipFault(body: Readonly<Record<string, unknown>>): string | undefined {
  const {media_type, bytes} = body
  const fault = shapeFault(body)
  if (fault !== undefined) return fault
  if (!(bytes instanceof Uint8Array) || bytes.length === 0) return 'it has no bytes'
  if (!isVideoType(media_type)) return 'its media type is not one of a video'
  return isOfMedia(bytes, media_type) ? undefined : 'its bytes are not of its media type'
}

function shapeFault(body: Readonly<Record<string, unknown>>): string | undefined {
  const {fps, resolution, duration_seconds} = body
  if (!isPositive(fps)) return 'fps is not above 0'
  if (!isPositive(duration_seconds)) return 'duration_seconds is not above 0'
  if (
    !Array.isArray(resolution) ||
    resolution.length !== 2 ||
    !resolution.every((side) => isPositive(side) && Number.isInteger(side))
  ) {
    return 'resolution is not a width and a height'
  }
  return undefined
}

function checkOptions(options: MediaOptions): MediaOptions {
  const given = record(options)
  if (given === undefined) throw new AssayError('invalid_input', 'options are not an object')
  const known: readonly string[] = OPTIONS
  if (Object.keys(given).some((key) => !known.includes(key))) {
    throw new AssayError('invalid_input', 'options hold a name that is not known', {hint: `Use ${OPTIONS.join(', ')}.`})
  }
  const fault = fieldFault(given)
  if (fault !== undefined) throw new AssayError('invalid_input', `options ${fault}`)
  const {fps, seed} = given
  if (fps !== undefined) checkPositive('fps', fps)
  if (seed !== undefined && !Number.isSafeInteger(seed))
    throw new AssayError('out_of_range', 'seed must be a whole number')
  return options
}

function checkPositive(name: string, value: unknown): void {
  if (!isPositive(value)) throw outOfRange(name, `${name} must be a number above 0`)
}

/** `field`: the place in the request, for who has to name it in the words of a file. */
function outOfRange(field: string, message: string): AssayError {
  return new AssayError('out_of_range', message, {detail: {field}})
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}
