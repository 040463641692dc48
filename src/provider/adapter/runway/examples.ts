import {EMPTY_CLIP} from '../../media/empty-clip.ts'
import type {Examples} from '../../model/provider.ts'
import {DEFAULT_RATIO, LEAST_SECONDS} from './video-models.ts'

const [width = 0, height = 0] = DEFAULT_RATIO.split(':').map(Number)

/** The cheapest that the usual model makes. */
export const EXAMPLES: Examples = {
  generate: {prompt: 'a robot arm pushes a block across a table', duration_seconds: LEAST_SECONDS},
  transfer: {clip: EMPTY_CLIP, width, height, fps: EMPTY_CLIP.fps},
}
