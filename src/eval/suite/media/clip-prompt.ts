import {PAINT_ORDER, PALETTE, type Picture, type Shape} from '#world/picture/raster'

/** Digits of a share of the picture; a thousandth of a pixel is none too few. */
const DIGITS = 5

/**
 * A scene and its motion in plain English with all numbers: discs and upright boxes, at rest but for the one whose place differs between
 * the two pictures. A person can draw it, and so can a program.
 */
export function clipPrompt(
  first: Picture,
  last: Picture,
  how: {readonly words: string; readonly seconds: number},
): string {
  const {low, high} = first
  const share = (metres: number) => Number((metres / (high - low)).toFixed(DIGITS))
  const across = (x: number) => share(x - low)
  const down = (y: number) => share(high - y)
  const point = ({x, y}: Shape) => `(${across(x)}, ${down(y)})`
  const ends = ordered(last.shapes)
  const sentences = ordered(first.shapes).map((shape, at) => {
    const colour = `colour (${PALETTE[shape.layer].join(', ')})`
    if (shape.kind === 'box') {
      const [left, right] = [across(shape.x - shape.halfWidth), across(shape.x + shape.halfWidth)]
      const [top, bottom] = [down(shape.y + shape.halfHeight), down(shape.y - shape.halfHeight)]
      return `A rectangle of ${colour} fills x ${left} to ${right}, y ${top} to ${bottom}.`
    }
    const disc = `A disc of ${colour}, radius ${share(shape.radius)},`
    const end = ends[at]
    if (!end || point(end) === point(shape)) return `${disc} rests at ${point(shape)}.`
    return `${disc} starts at ${point(shape)} and moves in a straight line at constant speed to ${point(end)}, ${how.words}, in ${how.seconds} seconds.`
  })
  return [
    'A square picture from a camera that stands still, without light or shade.',
    `The background is (${PALETTE.background.join(', ')}).`,
    ...sentences,
    'Nothing else moves.',
    'Colours are red, green and blue from 0 to 255; places and radii are shares of the width, x from the left and y from the top.',
  ].join(' ')
}

/** As they are painted. */
function ordered(shapes: readonly Shape[]): Shape[] {
  return PAINT_ORDER.flatMap((layer) => shapes.filter((shape) => shape.layer === layer))
}
