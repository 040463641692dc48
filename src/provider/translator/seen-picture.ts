import type {TranslatorSeen} from '#contract/generated/types'
import {PICTURE_SIDE, type PictureSize, rasterise, type Shape} from '#world/picture/raster'
import {pictureOf} from '#world/picture/view'
import type {Tensor} from '#world/tensor/tensor'
import {type AxisName, laidOut} from './axes.ts'
import {normalised} from './norm.ts'
import {momentsOf, type Sighting} from './sight.ts'
import {translatorFault} from './translator-fault.ts'

const USUAL_AXES: readonly AxisName[] = ['height', 'width', 'channel']
/** What a camera at the wrist sees of the window. */
const CLOSE_SHARE = 1 / 3

/** Pictures of the moments that are shown, or of the goal. Throws `translator_invalid` where the environment has none. */
export function seenPicture(seen: TranslatorSeen, sight: Sighting): Tensor {
  const {size: [height = PICTURE_SIDE, width = PICTURE_SIDE] = [], dtype = 'uint8', history = 1, every = 1} = seen
  const states = seen.from?.[0] === 'goal_picture' ? [stateAtGoal(sight)] : momentsOf(sight, history, every)
  const frames = states.map((state) => drawn(state, sight, seen, {width, height}))
  const bytes = new Uint8Array(frames.length * height * width * 3)
  for (const [at, frame] of frames.entries()) bytes.set(frame, at * frame.length)
  const values = dtype === 'uint8' ? bytes : scaled(bytes, seen)
  const laid = {
    values,
    sizes: [
      ['time', frames.length],
      ['height', height],
      ['width', width],
      ['channel', 3],
    ],
    samples: seen.repeat ? (sight.candidates ?? 1) : 1,
  } as const
  return laidOut(laid, seen.axes ?? USUAL_AXES, dtype)
}

/** Why there is no such picture of an environment; undefined where there is one. */
export function pictureLack(from: string, {environment}: Pick<Sighting, 'environment'>): string | undefined {
  if (!environment.view) return 'no_view'
  return from === 'goal_picture' && !environment.atGoal ? 'no_goal_picture' : undefined
}

function stateAtGoal({environment, now}: Sighting): number[] {
  const state = environment.atGoal?.(now.state, now.goal)
  if (!state) throw translatorFault(`finds no picture of the goal in ${environment.id}`)
  return state
}

function drawn(
  state: ArrayLike<number>,
  {environment, now}: Sighting,
  {camera, channels}: TranslatorSeen,
  size: PictureSize,
): Uint8Array {
  if (!environment.view) throw translatorFault(`finds no picture of ${environment.id}`)
  const {low, high, shapes} = pictureOf(environment, state, now.goal)
  const rgb = rasterise(camera === 'close' ? closeUp({low, high, shapes}) : {low, high, shapes}, undefined, size)
  if (channels !== 'bgr') return rgb
  for (let at = 0; at < rgb.length; at += 3) [rgb[at], rgb[at + 2]] = [rgb[at + 2] ?? 0, rgb[at] ?? 0]
  return rgb
}

/** A picture around what is moved, which comes to stand in its middle. */
function closeUp({
  low,
  high,
  shapes,
}: {
  readonly low: number
  readonly high: number
  readonly shapes: readonly Shape[]
}) {
  const centre = shapes.find(({layer}) => layer === 'actuated') ?? {x: (low + high) / 2, y: (low + high) / 2}
  const half = ((high - low) * CLOSE_SHARE) / 2
  const moved = shapes.map((shape) => ({...shape, x: shape.x - centre.x, y: shape.y - centre.y}))
  return {low: -half, high: half, shapes: moved}
}

/** Pixels in the model's range and normalisation. Each of the 256 values of a byte is computed once per colour channel. */
function scaled(bytes: Uint8Array, {range: [black = 0, white = 1] = [], norm}: TranslatorSeen): Float64Array {
  const lit = Array.from({length: 256 * 3}, (_, at) => black + (Math.floor(at / 3) / 255) * (white - black))
  const known = Float64Array.from(normalised(lit, norm, 3))
  const values = new Float64Array(bytes.length)
  for (let at = 0; at < bytes.length; at++) values[at] = known[(bytes[at] ?? 0) * 3 + (at % 3)] ?? Number.NaN
  return values
}
