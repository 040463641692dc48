import {AssayError} from '#error/assay-error'
import {PICTURE_SIDE, rasterise} from '#world/picture/raster'
import {type DecodedClip, decodeClip} from '../../media/avi-reader.ts'
import {type ClipSize, clipFrames, pictureOfRgb, writeAvi} from '../../media/avi-writer.ts'
import {resized} from '../../media/frame-size.ts'
import type {ClipAnswer, GenerateRequest, TransferRequest} from '../../model/provider.ts'
import {promptScene} from './prompt-scene.ts'

const DEFAULT_FPS = 10
const SIZE = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/

/** The scene of a prompt as it moves. Throws `invalid_input` for a prompt that it cannot draw, `out_of_range` for a size. */
export function drawnClip({prompt, duration_seconds: seconds, options}: GenerateRequest): ClipAnswer {
  const [, width = PICTURE_SIDE, height = PICTURE_SIDE] =
    SIZE.exec(options?.size ?? `${PICTURE_SIDE}x${PICTURE_SIDE}`)?.map(Number) ?? []
  const size = {width, height, fps: options?.fps ?? DEFAULT_FPS, seconds}
  const scene = promptScene(prompt)
  const count = clipFrames(size)
  const frames = Array.from({length: count}, (_, at) => {
    const shapes = scene.shapesAt(at / size.fps / seconds)
    return resized(
      rasterise({low: 0, high: 1, shapes}, scene.palette),
      {width: PICTURE_SIDE, height: PICTURE_SIDE},
      size,
    )
  })
  return clipOf(frames, size)
}

/** A clip of the caller in the size and rate asked for. Throws `invalid_input` for one that it cannot decode. */
export function sameClip({clip, width, height, fps}: TransferRequest): ClipAnswer {
  const source = decoded(clip)
  const size = {width, height, fps, seconds: source.frames.length / source.fps}
  const count = clipFrames(size)
  const frames = Array.from({length: count}, (_, at) => resized(frameAt(source, at / fps), source, size))
  return clipOf(frames, size)
}

/** The frames of a clip in another order: `pick` gives the place of each. */
export function reordered(clip: ClipAnswer, pick: (at: number, count: number) => number): ClipAnswer {
  const {frames, width, height, fps} = decoded(clip)
  const order = frames.map((same, at) => frames[pick(at, frames.length)] ?? same)
  return clipOf(order, {width, height, fps, seconds: frames.length / fps})
}

function decoded({bytes, media_type}: ClipAnswer): DecodedClip {
  const found = decodeClip(bytes, media_type)
  if (found.kind === 'clip') return found.clip
  throw new AssayError('invalid_input', 'the clip is no uncompressed AVI')
}

function frameAt({frames, fps}: DecodedClip, seconds: number): Uint8Array {
  return frames[Math.min(frames.length - 1, Math.round(seconds * fps))] ?? new Uint8Array()
}

function clipOf(frames: readonly Uint8Array[], {width, height, fps}: ClipSize): ClipAnswer {
  return {
    fps,
    resolution: [width, height],
    duration_seconds: frames.length / fps,
    media_type: 'video/x-msvideo',
    bytes: writeAvi(
      frames.map((frame) => pictureOfRgb(frame, width, height)),
      fps,
    ),
  }
}
