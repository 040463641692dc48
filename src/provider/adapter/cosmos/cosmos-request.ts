import {sha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import type {GenerateRequest} from '../../model/provider.ts'
import {digestValue} from '../../model/value-check.ts'

const MOST_WORDS = 250
const MOST_SEED = 0xffff_ffff
const DEFAULTS = {height: 704, width: 1280, fps: 24} as const

/** Body of `POST /v1/infer`. Source: NVIDIA NIM for Cosmos, API reference. */
export interface CosmosRequest {
  readonly [key: string]: unknown
  readonly prompt: string
  readonly seed: number
  readonly video_params: {
    readonly height: number
    readonly width: number
    readonly frames_count: number
    readonly frames_per_sec: number
  }
}

/** The request as the server takes it. Without a seed it gets one that follows from the request. Throws `out_of_range`. */
export function cosmosRequest(request: GenerateRequest): CosmosRequest {
  const {prompt, duration_seconds, options = {}} = request
  const {image, video, seed, negative_prompt, extras} = options
  if (prompt.trim().split(/\s+/).length > MOST_WORDS)
    throw outOfRange('prompt', `prompt has more than ${MOST_WORDS} words`)
  if (seed !== undefined && (seed < 0 || seed > MOST_SEED))
    throw outOfRange('options', `seed must be from 0 to ${MOST_SEED}`)
  const fps = options.fps ?? DEFAULTS.fps
  const frames = Math.round(duration_seconds * fps)
  if (frames < 1) throw outOfRange('duration_seconds', `the clip would have no frame at ${fps} a second`)
  return {
    ...extras,
    prompt,
    ...(negative_prompt !== undefined && {negative_prompt}),
    seed: seed ?? seedOf(request),
    video_params: {...sizeOf(options.size), frames_count: frames, frames_per_sec: fps},
    ...(image !== undefined && {image}),
    ...(video !== undefined && {video}),
  }
}

function sizeOf(size: string | undefined): {height: number; width: number} {
  if (size === undefined) return {height: DEFAULTS.height, width: DEFAULTS.width}
  const [, width, height] = /^([1-9]\d{1,4})x([1-9]\d{1,4})$/.exec(size) ?? []
  if (width === undefined || height === undefined) throw outOfRange('options', 'size must be written as 1280x704')
  return {height: Number(height), width: Number(width)}
}

function outOfRange(field: string, message: string): AssayError {
  return new AssayError('out_of_range', message, {detail: {field}})
}

function seedOf(request: GenerateRequest): number {
  return Number.parseInt(sha256(`assay/1|${digestValue(request)}|cosmos|generate|seed`).slice(7, 15), 16)
}
