/** What is painted over what: later layers hide earlier ones. */
export const PAINT_ORDER = ['background', 'wall', 'goal', 'other', 'actuated'] as const
export type Layer = (typeof PAINT_ORDER)[number]
export type Rgb = readonly [red: number, green: number, blue: number]

/** A disc, or a box turned by the angle of `sin` and `cos` to the left; in metres, y upwards. */
export type Shape = {readonly layer: Layer; readonly x: number; readonly y: number} & (
  | {readonly kind: 'disc'; readonly radius: number}
  | {
      readonly kind: 'box'
      readonly halfWidth: number
      readonly halfHeight: number
      readonly sin: number
      readonly cos: number
    }
)

/** A square window on the world, the same in x and y, and what is seen in it. */
export interface Picture {
  readonly low: number
  readonly high: number
  readonly shapes: readonly Shape[]
}

export const PALETTE: Readonly<Record<Layer, Rgb>> = {
  background: [245, 245, 245],
  wall: [60, 60, 60],
  goal: [40, 160, 60],
  other: [40, 90, 200],
  actuated: [210, 50, 40],
}

/** Pixels of a side where nobody asks for another size. */
export const PICTURE_SIDE = 64

/** Pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

const USUAL_SIZE: PictureSize = {width: PICTURE_SIDE, height: PICTURE_SIDE}

/**
 * RGB bytes of a picture, `[height, width, 3]`, row 0 on top. A pixel has the colour of the last shape its centre lies in, edges included; no
 * anti-aliasing, so that the same state gives the same bytes everywhere. The window fills the shorter side; along the longer one more is seen.
 */
export function rasterise(
  {low, high, shapes}: Picture,
  palette: Readonly<Record<Layer, Rgb>> = PALETTE,
  {width, height}: PictureSize = USUAL_SIZE,
): Uint8Array {
  const rgb = new Uint8Array(width * height * 3)
  for (let at = 0; at < rgb.length; at++) rgb[at] = palette.background[at % 3] ?? 0
  const side = Math.min(width, height)
  const metres = (high - low) / side
  const [left, top] = [low - ((width - side) / 2) * metres, high + ((height - side) / 2) * metres]
  for (const shape of PAINT_ORDER.flatMap((layer) => shapes.filter((one) => one.layer === layer))) {
    const [red, green, blue] = palette[shape.layer]
    const reach = reachOf(shape)
    const columns = span((shape.x - reach - left) / metres, (shape.x + reach - left) / metres, width)
    const rows = span((top - shape.y - reach) / metres, (top - shape.y + reach) / metres, height)
    for (let row = rows.first; row < rows.end; row++) {
      const y = top - (row + 0.5) * metres
      for (let column = columns.first; column < columns.end; column++) {
        if (!isInside(shape, left + (column + 0.5) * metres, y)) continue
        const at = (row * width + column) * 3
        rgb[at] = red
        rgb[at + 1] = green
        rgb[at + 2] = blue
      }
    }
  }
  return rgb
}

/** Nothing of a shape lies further from its middle. */
function reachOf(shape: Shape): number {
  return shape.kind === 'disc' ? Math.abs(shape.radius) : Math.abs(shape.halfWidth) + Math.abs(shape.halfHeight)
}

/** Pixels between two places, with one more on each side for what rounding may hide. A place that is no number bounds nothing. */
function span(from: number, to: number, count: number): {readonly first: number; readonly end: number} {
  return {first: Math.max(0, Math.floor(from) - 1) || 0, end: Math.min(count, Math.ceil(to) + 2 || count)}
}

function isInside(shape: Shape, x: number, y: number): boolean {
  const dx = x - shape.x
  const dy = y - shape.y
  if (shape.kind === 'disc') return dx * dx + dy * dy <= shape.radius * shape.radius
  const along = shape.cos * dx + shape.sin * dy
  const across = shape.cos * dy - shape.sin * dx
  return Math.abs(along) <= shape.halfWidth && Math.abs(across) <= shape.halfHeight
}
