import {sha256} from '#digest/sha256'
import {type ClipSize, clipFrames, type RgbPicture, writeAvi} from '../../media/avi-writer.ts'
import type {ClipAnswer, GenerateRequest, TransferRequest} from '../../model/provider.ts'

const SIDE = 32
const DEFAULT_FPS = 8

/** A square that wanders; where and in which colour depends on the prompt and seed alone. */
export function mockClip({prompt, duration_seconds, options}: GenerateRequest): ClipAnswer {
  const fps = options?.fps ?? DEFAULT_FPS
  return clipOf(sha256(JSON.stringify([prompt, options?.seed ?? null])), {
    width: SIDE,
    height: SIDE,
    fps,
    seconds: duration_seconds,
  })
}

/** A clip of the size asked for and as long as the one given, drawn from its digest. */
export function mockTransfer({clip, width, height, fps, prompt}: TransferRequest): ClipAnswer {
  return clipOf(sha256(JSON.stringify([sha256(clip.bytes), prompt ?? null])), {
    width,
    height,
    fps,
    seconds: clip.duration_seconds,
  })
}

function clipOf(digest: string, {width, height, fps, seconds}: ClipSize): ClipAnswer {
  const count = clipFrames({width, height, fps, seconds})
  const pictures = Array.from({length: count}, (_, at) => pictureOf(digest, width, height, at))
  return {
    fps,
    resolution: [width, height],
    duration_seconds: count / fps,
    media_type: 'video/x-msvideo',
    bytes: writeAvi(pictures, fps),
  }
}

function pictureOf(digest: string, width: number, height: number, at: number): RgbPicture {
  const byte = (index: number) => Number.parseInt(digest.slice(7 + 2 * index, 9 + 2 * index), 16)
  const paint = [byte(0), byte(1), byte(2)] as const
  const side = Math.max(1, Math.floor(Math.min(width, height) / 4))
  const left = (byte(3) + at) % width
  const top = byte(4) % height
  const isInside = (x: number, y: number) => (x - left + width) % width < side && (y - top + height) % height < side
  return {width, height, colour: (x, y) => (isInside(x, y) ? paint : [16, 16, 16])}
}
