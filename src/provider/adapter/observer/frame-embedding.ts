import {AssayError} from '#error/assay-error'
import {PAINT_ORDER, PALETTE} from '#world/picture/raster'
import type {EmbedRequest} from '../../model/provider.ts'

const SEEN = PAINT_ORDER.filter((layer) => layer !== 'background')

/**
 * What a frame shows, in numbers from which the places of bodies can be read by weights alone: of each colour of the palette its share of the picture and its
 * middle, as shares of the sides. Throws `invalid_input` for a text and for a frame that is no RGB picture of bytes.
 */
export function frameEmbedding({frame}: EmbedRequest): number[] {
  const [height = 0, width = 0, channels] = frame?.shape ?? []
  if (frame?.dtype !== 'uint8' || frame.shape.length !== 3 || channels !== 3) {
    throw new AssayError('invalid_input', 'only frames are embedded here: uint8 of shape [height, width, 3]')
  }
  return SEEN.flatMap((layer) => {
    const colour = PALETTE[layer]
    let [count, x, y] = [0, 0, 0]
    for (let pixel = 0; pixel < width * height; pixel++) {
      if (!colour.every((value, channel) => frame.bytes[3 * pixel + channel] === value)) continue
      count++
      x += (pixel % width) + 0.5
      y += Math.floor(pixel / width) + 0.5
    }
    return count === 0 ? [0, 0, 0] : [count / (width * height), x / count / width, y / count / height]
  })
}
