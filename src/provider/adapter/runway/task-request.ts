import {AssayError} from '#error/assay-error'
import type {ClipAnswer, GenerateRequest, MediaOptions, TransferRequest} from '../../model/provider.ts'
import {checkModel, DEFAULT_MODEL, DEFAULT_RATIO} from './video-models.ts'

const MOST_PROMPT_UNITS = 1_000
const MOST_DATA_URI_BYTES = 5 * 1024 * 1024
const MOST_KEYFRAMES = 5
const TRANSFER_MODEL = 'aleph2'

/** A task to create, and what the clip will be. */
export interface TaskRequest {
  readonly path: '/v1/text_to_video' | '/v1/image_to_video' | '/v1/video_to_video'
  readonly body: Readonly<Record<string, unknown>>
  readonly clip: Pick<ClipAnswer, 'fps' | 'resolution' | 'duration_seconds'>
  readonly isKnownModel: boolean
}

const FPS = 24

/** Throws `out_of_range`. */
export function generateTask({prompt, duration_seconds, options = {}}: GenerateRequest): TaskRequest {
  const {model = DEFAULT_MODEL, ratio = DEFAULT_RATIO, image, fps = FPS} = options
  checkPrompt(prompt)
  const isKnownModel = checkModel(model, duration_seconds, ratio)
  if (image !== undefined) checkUri('image', image)
  return {
    path: image === undefined ? '/v1/text_to_video' : '/v1/image_to_video',
    body: {
      ...options.extras,
      model,
      promptText: prompt,
      ratio,
      duration: duration_seconds,
      ...(image !== undefined && {promptImage: image}),
      ...seedOf(options),
    },
    clip: {fps, resolution: sizeOf(ratio), duration_seconds},
    isKnownModel,
  }
}

/** The clip goes as the address in `options.video`, else whole as a data URI. Throws `out_of_range`. */
export function transferTask(request: TransferRequest): TaskRequest {
  const {clip, width, height, fps, prompt, options = {}} = request
  const ratio = options.ratio ?? `${width}:${height}`
  const video = options.video ?? `data:${clip.media_type};base64,${Buffer.from(clip.bytes).toString('base64')}`
  const keyframes = options.reference_images ?? []
  if (prompt !== undefined) checkPrompt(prompt)
  if (keyframes.length > MOST_KEYFRAMES) throw outOfRange('options', `at most ${MOST_KEYFRAMES} keyframes are taken`)
  checkUri('video', video)
  for (const frame of keyframes) checkUri('keyframe', frame)
  return {
    path: '/v1/video_to_video',
    body: {
      ...options.extras,
      model: options.model ?? TRANSFER_MODEL,
      videoUri: video,
      targetAspectRatio: ratio,
      ...(prompt !== undefined && {promptText: prompt}),
      ...(keyframes.length > 0 && {keyframes}),
      ...seedOf(options),
    },
    clip: {fps, resolution: [width, height], duration_seconds: clip.duration_seconds},
    isKnownModel: (options.model ?? TRANSFER_MODEL) === TRANSFER_MODEL,
  }
}

function seedOf({seed}: MediaOptions): {seed?: number} {
  return seed === undefined ? {} : {seed}
}

/** The upstream counts UTF-16 units, as JavaScript does. */
function checkPrompt(prompt: string): void {
  if (prompt.length > MOST_PROMPT_UNITS)
    throw outOfRange('prompt', `prompt is longer than ${MOST_PROMPT_UNITS} UTF-16 units`)
}

function checkUri(name: keyof typeof FIELDS, uri: string): void {
  if (/^data:/i.test(uri)) {
    if (Buffer.byteLength(uri) <= MOST_DATA_URI_BYTES) return
    throw outOfRange(FIELDS[name], `${name} is a data URI of more than 5 MB`)
  }
  if (URL.parse(uri)?.protocol !== 'https:')
    throw outOfRange(FIELDS[name], `${name} must be an https address or a data URI`)
}

/** The field of the request that a part of the task comes from. */
const FIELDS = {image: 'options', video: 'clip', keyframe: 'options'} as const

function outOfRange(field: string, message: string): AssayError {
  return new AssayError('out_of_range', message, {detail: {field}})
}

function sizeOf(ratio: string): [number, number] {
  const [width = 0, height = 0] = ratio.split(':').map(Number)
  return [width, height]
}
