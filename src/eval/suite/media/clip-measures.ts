import type {EvalSnapshots} from '#contract/generated/types'
import type {DecodedClip} from '#provider/media/avi-reader'
import {resized} from '#provider/media/frame-size'
import {PALETTE, PICTURE_SIDE} from '#world/picture/raster'
import {lumaOf, squareError, ssimOf} from './clip-likeness.ts'
import type {Spot} from './clip-motion.ts'
import type {ClipScene} from './clip-scene.ts'
import {FPS} from './clip-stages.ts'

/** Frames of the true clip that are compared: a pixel or two of motion lies between two of them. A clip of half the rate has them all. */
const MOMENTS = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18] as const
/** Cosine of the widest angle between motions that agree, and the least share of the true length. */
const SAME_WAY = 0.8
const LEAST_MOTION = 0.25
/** Share of motions that must agree for a clip to show what was asked for. */
const MOST = 0.75
/** Farther from the body's colour than that is no body. Units of a colour channel. */
const NEAR = 120

/** What was seen in a clip. */
export interface ClipMeasures {
  readonly values: Readonly<Record<string, number | null>>
  readonly agrees: boolean
  readonly snapshots: EvalSnapshots
}

/**
 * Holds a clip against the true one at ten moments: `agreement`, the share of the nine motions between them of which direction and
 * some of the length are right; `centroid_error` of the moving body in shares of the width; `mse` of all channels; `ssim` of the
 * luma; and `flicker`, how much changes from moment to moment where truly nothing does, as a share of the full scale.
 */
export function clipMeasures({frames, path}: ClipScene, clip: DecodedClip): ClipMeasures {
  const shown = MOMENTS.map((at) => frameAt(clip, at / FPS))
  const truths = MOMENTS.map((at) => frames[at] ?? new Uint8Array())
  const where = MOMENTS.map((at) => path[at] ?? {x: Number.NaN, y: Number.NaN})
  const seen = shown.map(bodyIn)
  const motions = MOMENTS.slice(1).map((_, at) => isSameWay([seen[at], seen[at + 1]], [where[at], where[at + 1]]))
  const agreement = motions.filter(Boolean).length / motions.length
  const errors = seen.flatMap((spot, at) => (spot ? distance(spot, where[at] ?? spot) : []))
  return {
    values: {
      agreement,
      centroid_error: errors.length > 0 ? mean(errors) : null,
      mse: mean(shown.map((frame, at) => squareError(frame, truths[at] ?? frame))),
      ssim: mean(shown.map((frame, at) => ssimOf(luma(frame), luma(truths[at] ?? frame)))),
      flicker: mean(
        shown.slice(1).map((frame, at) => change([shown[at] ?? frame, frame], [truths[at], truths[at + 1]])),
      ),
    },
    agrees: agreement >= MOST,
    snapshots: {
      view: 'motion',
      goal: [],
      states: MOMENTS.map((step, at) => ({step, state: [where[at], seen[at]].flatMap(numbersOf)})),
    },
  }
}

function numbersOf(spot: Spot | undefined): (number | null)[] {
  return spot ? [spot.x, spot.y] : [null, null]
}

function frameAt({frames, fps, width, height}: DecodedClip, seconds: number): Uint8Array {
  const frame = frames[Math.min(frames.length - 1, Math.round(seconds * fps))] ?? new Uint8Array()
  return resized(frame, {width, height}, {width: PICTURE_SIDE, height: PICTURE_SIDE})
}

const luma = (frame: Uint8Array) => lumaOf(frame, PICTURE_SIDE, PICTURE_SIDE)

const OTHERS = [PALETTE.background, PALETTE.wall, PALETTE.goal, PALETTE.other]

/** The middle of what has the colour of the moving body more than any other of the scene. */
function bodyIn(frame: Uint8Array): Spot | undefined {
  let [x, y, count] = [0, 0, 0]
  for (let pixel = 0; pixel < PICTURE_SIDE * PICTURE_SIDE; pixel++) {
    const body = squareFrom(frame, 3 * pixel, PALETTE.actuated)
    if (body > NEAR * NEAR || OTHERS.some((other) => squareFrom(frame, 3 * pixel, other) < body)) continue
    x += (pixel % PICTURE_SIDE) + 0.5
    y += Math.floor(pixel / PICTURE_SIDE) + 0.5
    count++
  }
  return count === 0 ? undefined : {x: x / count / PICTURE_SIDE, y: y / count / PICTURE_SIDE}
}

function squareFrom(frame: Uint8Array, at: number, colour: readonly [number, number, number]): number {
  let sum = 0
  for (let channel = 0; channel < 3; channel++) sum += ((frame[at + channel] ?? 0) - (colour[channel] ?? 0)) ** 2
  return sum
}

type Between = readonly [Spot | undefined, Spot | undefined]

function isSameWay([from, to]: Between, [trueFrom, trueTo]: Between): boolean {
  if (!from || !to || !trueFrom || !trueTo) return false
  const [x, y] = [to.x - from.x, to.y - from.y]
  const [trueX, trueY] = [trueTo.x - trueFrom.x, trueTo.y - trueFrom.y]
  const [length, trueLength] = [Math.sqrt(x * x + y * y), Math.sqrt(trueX * trueX + trueY * trueY)]
  return length >= LEAST_MOTION * trueLength && x * trueX + y * trueY >= SAME_WAY * length * trueLength
}

function distance(one: Spot, other: Spot): number {
  return Math.sqrt((one.x - other.x) ** 2 + (one.y - other.y) ** 2)
}

type Frames = readonly [Uint8Array | undefined, Uint8Array | undefined]

/** Mean change between two frames over the channels that do not change between the true ones. */
function change([before, after]: Frames, [trueBefore, trueAfter]: Frames): number {
  let [sum, count] = [0, 0]
  for (let at = 0; at < PICTURE_SIDE * PICTURE_SIDE * 3; at++) {
    if (trueBefore?.[at] !== trueAfter?.[at]) continue
    sum += Math.abs((after?.[at] ?? 0) - (before?.[at] ?? 0))
    count++
  }
  return count === 0 ? 0 : sum / count / 255
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
