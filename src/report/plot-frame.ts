import {cellText} from './cell-text.ts'
import type {Axis} from './plot.ts'
import type {Scale} from './plot-scale.ts'
import {element, hint, label} from './svg.ts'

export const WIDTH = 720
/** About what a letter takes, with the space between two numbers. */
const LETTER = 7.5

/** Where the picture's inside lies. */
export interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** A picture with its name for those who cannot see it. It scales with the page. */
export function picture(name: string, height: number, ...marks: readonly string[]): string {
  const frame = {viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', class: 'plot', 'aria-label': name}
  return element('svg', frame, hint(name), ...marks)
}

export function horizontalAxis(scale: Scale, axis: Axis, {left, right, top, bottom}: Area): string {
  let free = Number.NEGATIVE_INFINITY
  const ticks = scale.ticks.flatMap((tick) => {
    const x = scale.at(tick)
    if (x === undefined) return []
    const grid = element('line', {x1: x, x2: x, y1: top, y2: bottom, class: 'grid'})
    const text = cellText(tick)
    const half = (text.length * LETTER) / 2
    // A number that would touch the one before it is left out; its line stays.
    if (x - half < free) return [grid]
    free = x + half
    return [grid, label(text, {x, y: bottom + 18, 'text-anchor': 'middle'})]
  })
  const name = label(axis.label, {x: (left + right) / 2, y: bottom + 38, 'text-anchor': 'middle', class: 'axis'})
  return element('g', {}, ...ticks, element('line', {x1: left, x2: right, y1: bottom, y2: bottom, class: 'rule'}), name)
}

export function verticalAxis(scale: Scale, axis: Axis, {left, right, top}: Area): string {
  const ticks = scale.ticks.flatMap((tick) => {
    const y = scale.at(tick)
    if (y === undefined) return []
    return [
      element('line', {x1: left, x2: right, y1: y, y2: y, class: 'grid'}),
      label(cellText(tick), {x: left - 8, y: y + 4, 'text-anchor': 'end'}),
    ]
  })
  return element('g', {}, ...ticks, label(axis.label, {x: left, y: top - 12, class: 'axis'}))
}

/** Says that there is nothing to draw, instead of an empty picture. */
export function nothingToShow(name: string): string {
  return picture(name, 48, label('no values to draw', {x: 8, y: 28}))
}
