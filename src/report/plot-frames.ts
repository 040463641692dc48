import {escapeXml} from './markup.ts'
import type {FrameShape, FrameStrip} from './plot.ts'

const SIDE = 100
const GAP = 6
const LABEL = 16
const A_ROW = 8

/** Frames side by side, eight a row; what has its middle outside a window is not drawn. */
export function frames({name, frames: list}: FrameStrip): string {
  const rows = Math.max(1, Math.ceil(list.length / A_ROW))
  const width = Math.min(list.length, A_ROW) * (SIDE + GAP)
  const height = rows * (SIDE + LABEL + GAP)
  const drawn = list.map(({label, low, high, shapes}, at) => {
    const left = (at % A_ROW) * (SIDE + GAP)
    const top = Math.floor(at / A_ROW) * (SIDE + LABEL + GAP)
    const scale = SIDE / (high - low)
    const world = `matrix(${scale} 0 0 ${-scale} ${-low * scale} ${high * scale})`
    const inside = shapes
      .filter((shape) => isInside(shape, low, high))
      .map(shapeSvg)
      .join('')
    return [
      `<g transform="translate(${left} ${top})"><g transform="${world}">${inside}</g>`,
      `<rect class="frame" width="${SIDE}" height="${SIDE}"/></g>`,
      `<text class="axis" x="${left}" y="${top + SIDE + LABEL - 3}">${escapeXml(label)}</text>`,
    ].join('')
  })
  return `<svg class="plot" role="img" aria-label="${escapeXml(name)}" viewBox="0 0 ${width} ${height}">${drawn.join('')}</svg>`
}

function isInside(shape: FrameShape, low: number, high: number): boolean {
  const isNumber = Object.values(shape).every((value) => typeof value !== 'number' || Number.isFinite(value))
  return isNumber && [shape.x, shape.y].every((place) => place >= low && place <= high)
}

function shapeSvg(shape: FrameShape): string {
  const {x, y} = shape
  const what = `class="${escapeXml(shape.layer)}"`
  if (shape.kind === 'disc') return `<circle ${what} cx="${x}" cy="${y}" r="${shape.radius}"/>`
  const {halfWidth, halfHeight, sin, cos} = shape
  const turn = `matrix(${cos} ${sin} ${-sin} ${cos} ${x} ${y})`
  return `<rect ${what} x="${-halfWidth}" y="${-halfHeight}" width="${2 * halfWidth}" height="${2 * halfHeight}" transform="${turn}"/>`
}
