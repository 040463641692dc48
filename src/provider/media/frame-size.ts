/** An image of RGB bytes `[height, width, 3]` in another size: each pixel is the one that lies under its centre. */
export function resized(rgb: Uint8Array, from: Size, to: Size): Uint8Array {
  if (from.width === to.width && from.height === to.height) return rgb
  const image = new Uint8Array(to.width * to.height * 3)
  for (let y = 0, at = 0; y < to.height; y++) {
    const row = Math.floor(((y + 0.5) * from.height) / to.height) * from.width
    for (let x = 0; x < to.width; x++, at += 3) {
      const pixel = 3 * (row + Math.floor(((x + 0.5) * from.width) / to.width))
      image.set(rgb.subarray(pixel, pixel + 3), at)
    }
  }
  return image
}

/** In pixels. */
interface Size {
  readonly width: number
  readonly height: number
}
