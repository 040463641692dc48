import type {ClipAnswer} from '../model/provider.ts'

/** The shortest AVI there is: a RIFF header with nothing in it. */
const EMPTY_AVI = Uint8Array.of(0x52, 0x49, 0x46, 0x46, 4, 0, 0, 0, 0x41, 0x56, 0x49, 0x20)

/** A clip where only that there is one counts. */
export const EMPTY_CLIP: ClipAnswer = {
  fps: 8,
  resolution: [32, 32],
  duration_seconds: 1,
  media_type: 'video/x-msvideo',
  bytes: EMPTY_AVI,
}
