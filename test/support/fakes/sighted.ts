import type {Fields} from '#provider/model/provider'
import {doorExpert} from '#world/environment/two-room/door-expert'
import {environmentOf} from '#world/environments'
import {PALETTE, type Rgb} from '#world/picture/raster'
import {Tensor} from '#world/tensor/tensor'

const expert = doorExpert(0.3)
const twoRoom = environmentOf('two-room')

/** The middle of what has a colour in a picture `[height, width, 3]` of the unit square, y upwards; where nothing has it, a place that its first bytes say. */
export function placeOf(colour: Rgb, picture: Tensor): [number, number] {
  const [height = 1, width = 1] = picture.shape.slice(-3)
  const bytes = picture.bytes
  let [x, y, count] = [0, 0, 0]
  for (let at = 0; at < height * width; at++) {
    if (colour.some((part, channel) => bytes[3 * at + channel] !== part)) continue
    x += (at % width) + 0.5
    y += height - Math.floor(at / width) - 0.5
    count++
  }
  if (count > 0) return [x / count / width, y / count / height]
  const [first = 0, second = 0] = bytes
  return [first / 255, second / 255]
}

/** What a policy with eyes does about a picture of the two rooms: the way through the door, one command. */
export function walkByEye(picture: unknown): number[] {
  if (!(picture instanceof Tensor) || picture.dtype !== 'uint8') throw new Error('shown something else than a picture')
  return [...expert(placeOf(PALETTE.actuated, picture), placeOf(PALETTE.goal, picture))]
}

/** So many commands of the way ahead, the later ones without looking again. */
export function wayByEye(picture: Tensor, steps: number): number[][] {
  const [state, goal] = [Float64Array.from(placeOf(PALETTE.actuated, picture)), placeOf(PALETTE.goal, picture)]
  return Array.from({length: steps}, () => {
    const command = [...expert(state, goal)]
    twoRoom.advance(state, 0, command, 0)
    return command
  })
}

/** Costs of candidates `[1, samples, rows, values]`, each row so many steps: where they end from the place in `pixels`, against that in `goal`. */
export function costsByEye({pixels, goal}: Fields, candidates: Tensor, steps: number): number[] {
  if (!(pixels instanceof Tensor && goal instanceof Tensor)) throw new Error('shown something else than pictures')
  if (pixels.shape.length !== 6 || goal.shape.length !== 6) throw new Error('shown pictures of another rank')
  const [from, to] = [placeOf(PALETTE.actuated, pixels), placeOf(PALETTE.actuated, goal)]
  const [, samples = 0, rows = 0, width = 0] = candidates.shape
  const values = candidates.toFloat64()
  return Array.from({length: samples}, (_, sample) => {
    const state = Float64Array.from(from)
    for (let row = 0; row < rows; row++) {
      for (let step = 0; step < steps; step++) twoRoom.advance(state, 0, values, (sample * rows + row) * width)
    }
    return twoRoom.cost(state, to)
  })
}

/** A picture `[…, height, width, 3]` seen in a mirror. */
export function mirrored(picture: Tensor): Tensor {
  const [height = 1, width = 1] = picture.shape.slice(-3)
  const bytes = picture.bytes.slice()
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const from = (row * width + (width - 1 - column)) * 3
      bytes.set(picture.bytes.subarray(from, from + 3), (row * width + column) * 3)
    }
  }
  return new Tensor('uint8', picture.shape, bytes)
}

/** One frame `[height, width, 3]` of a history `[time, height, width, 3]`. */
export function frameAt(history: Tensor, at: number): Tensor {
  const [, ...shape] = history.shape
  const size = shape.reduce((product, side) => product * side, 1)
  return new Tensor('uint8', shape, history.bytes.slice(at * size, (at + 1) * size))
}
