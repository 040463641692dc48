import {AssayError} from '#error/assay-error'
import {type Layer, PAINT_ORDER, PALETTE, type Rgb, type Shape} from '#world/picture/raster'

/** What a prompt describes, as time goes from 0 to 1: shapes in a window from 0 to 1, y upwards. */
export interface PromptScene {
  readonly palette: Readonly<Record<Layer, Rgb>>
  shapesAt(time: number): Shape[]
}

const NUMBER = '(-?\\d+(?:\\.\\d+)?)'
const COLOUR = '\\((\\d{1,3}), (\\d{1,3}), (\\d{1,3})\\)'
const POINT = `\\(${NUMBER}, ${NUMBER}\\)`
const BACKGROUND = new RegExp(`^The background is ${COLOUR}$`)
const BOX = new RegExp(`^A rectangle of colour ${COLOUR} fills x ${NUMBER} to ${NUMBER}, y ${NUMBER} to ${NUMBER}$`)
const STILL = new RegExp(`^A disc of colour ${COLOUR}, radius ${NUMBER}, rests at ${POINT}$`)
const MOVING = new RegExp(
  `^A disc of colour ${COLOUR}, radius ${NUMBER}, starts at ${POINT} and moves in a straight line at constant speed to ${POINT}, `,
)

type Draw = (layer: Layer, time: number) => Shape

/**
 * Reads a prompt sentence by sentence: discs and rectangles by colour, place and size, one of which may move. Later ones are painted over
 * earlier ones. Sentences that name no thing are passed over. Throws `invalid_input` for a prompt that describes none.
 */
export function promptScene(prompt: string): PromptScene {
  const colours: Rgb[] = []
  const draws: {readonly colour: number; readonly draw: Draw}[] = []
  let background = PALETTE.background
  for (const sentence of prompt.split(/\. ?(?![0-9])/)) {
    const found = backgroundOf(sentence)
    if (found) background = found
    const thing = thingOf(sentence)
    if (!thing) continue
    const [red = 0, green = 0, blue = 0] = thing.numbers
    draws.push({colour: numberOf(colours, [red, green, blue]), draw: thing.draw})
  }
  const layers = PAINT_ORDER.filter((layer) => layer !== 'background')
  if (draws.length === 0 || colours.length > layers.length) {
    throw new AssayError('invalid_input', 'the prompt describes no scene that is drawn here', {
      hint: 'Say it as the suite media does: assay eval --suite media.',
    })
  }
  const painted = Object.fromEntries(colours.map((colour, at) => [layers[at], colour]))
  return {
    palette: {...PALETTE, background, ...painted},
    shapesAt: (time) => draws.map(({colour, draw}) => draw(layers[colour] ?? 'other', time)),
  }
}

function backgroundOf(sentence: string): Rgb | undefined {
  const [red, green, blue] = numbersIn(BACKGROUND, sentence) ?? []
  return red === undefined || green === undefined || blue === undefined ? undefined : [red, green, blue]
}

/** The sentence as a thing: its numbers, colour first, and how it is drawn. */
function thingOf(sentence: string): {readonly numbers: readonly number[]; readonly draw: Draw} | undefined {
  const box = numbersIn(BOX, sentence)
  if (box) {
    const [left = 0, right = 0, top = 0, bottom = 0] = box.slice(3)
    const place = {x: (left + right) / 2, y: 1 - (top + bottom) / 2}
    const size = {halfWidth: (right - left) / 2, halfHeight: (bottom - top) / 2}
    return {numbers: box, draw: (layer) => ({kind: 'box', layer, ...place, ...size, sin: 0, cos: 1})}
  }
  const disc = numbersIn(STILL, sentence) ?? numbersIn(MOVING, sentence)
  if (!disc) return undefined
  const [radius = 0, x = 0, y = 0, toX = x, toY = y] = disc.slice(3)
  const at = (from: number, to: number, time: number) => from + (to - from) * time
  return {
    numbers: disc,
    draw: (layer, time) => ({kind: 'disc', layer, x: at(x, toX, time), y: 1 - at(y, toY, time), radius}),
  }
}

function numbersIn(form: RegExp, sentence: string): number[] | undefined {
  return form.exec(sentence)?.slice(1).map(Number)
}

function numberOf(colours: Rgb[], colour: Rgb): number {
  const known = colours.findIndex((one) => one.join() === colour.join())
  return known < 0 ? colours.push(colour) - 1 : known
}
