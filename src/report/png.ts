/** The first bytes of every PNG. */
export const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const TRUE_COLOUR = 2

/** RGB bytes `[height, width, 3]`, row 0 on top. */
export interface Image {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
}

/**
 * A PNG of an image, eight bits a channel, without a profile or any text. The same pixels may give other bytes with another zlib, so
 * digests belong to the pixels. Source: PNG specification, third edition (W3C, 2025).
 */
export function pngOf({width, height, rgb}: Image): Uint8Array {
  const zlib = process.getBuiltinModule('node:zlib')
  const rows = Buffer.alloc(height * (1 + 3 * width))
  for (let row = 0; row < height; row++)
    rows.set(rgb.subarray(row * 3 * width, (row + 1) * 3 * width), row * (1 + 3 * width) + 1)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, TRUE_COLOUR, 0, 0, 0], 8)
  const chunk = (name: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
    const framed = Buffer.alloc(body.length + 8)
    framed.writeUInt32BE(data.length, 0)
    framed.set(body, 4)
    framed.writeUInt32BE(zlib.crc32(body), body.length + 4)
    return framed
  }
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', zlib.deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Images of one height side by side, a light line between them. */
export function stripOf(images: readonly Image[]): Image {
  const height = images[0]?.height ?? 0
  const width = images.reduce((sum, image) => sum + image.width, 0) + Math.max(0, images.length - 1)
  const rgb = new Uint8Array(3 * width * height).fill(200)
  let left = 0
  for (const image of images) {
    for (let row = 0; row < height; row++) {
      rgb.set(image.rgb.subarray(row * 3 * image.width, (row + 1) * 3 * image.width), 3 * (row * width + left))
    }
    left += image.width + 1
  }
  return {width, height, rgb}
}
