import {cellText} from './cell-text.ts'
import {element, hint, label} from './markup.ts'
import type {Axis} from './plot.ts'

/** Places numbers between two ends of the picture. `at` is undefined for what the axis cannot show. */
export interface Scale {
  readonly at: (value: number) => number | undefined
  readonly ticks: readonly number[]
}

const MOST_TICKS = 6
/** Further out or closer to 0, sums and steps leave the range of numbers. */
const [SMALLEST, GREATEST] = [1e-200, 1e200]
/** Values closer together than this part of their size cannot be told apart. */
const CLOSEST = 1e-9

/** An axis over these values, from picture place `from` to `to`. Undefined when there is nothing to show. */
export function scaleOver(
  values: readonly number[],
  axis: Axis,
  [from, to]: readonly [number, number],
): Scale | undefined {
  const shown = values.filter((value) => Math.abs(value) <= GREATEST && (axis.scale === 'linear' || value >= SMALLEST))
  if (shown.length === 0) return undefined
  const [least, most] = shown.reduce(
    ([a, b], value) => [Math.min(a, value), Math.max(b, value)],
    [shown[0] ?? 0, shown[0] ?? 0],
  )
  return axis.scale === 'log' ? logScale(least, most, [from, to]) : linearScale(least, most, [from, to])
}

/** A linear scale over at least `least` to `most`, which ends at whole ticks. */
export function linearScale(least: number, most: number, [from, to]: readonly [number, number]): Scale {
  const size = Math.max(Math.abs(least), Math.abs(most))
  const isApart = most - least > Math.max(CLOSEST * size, SMALLEST)
  const step = niceStep((isApart ? most - least : size > SMALLEST ? size : 1) / MOST_TICKS)
  const [low, high] = [Math.floor(least / step + 1e-9) * step, Math.ceil(most / step - 1e-9) * step]
  const end = high > low ? high : low + step
  const ticks = Array.from({length: Math.round((end - low) / step) + 1}, (_, at) => rounded(low + at * step))
  return {at: placing(low, end, [from, to], (value) => value), ticks}
}

function logScale(least: number, most: number, ends: readonly [number, number]): Scale {
  const low = Math.floor(Math.log10(least) + 1e-9)
  const high = Math.max(low + 1, Math.ceil(Math.log10(most) - 1e-9))
  const skip = Math.ceil((high - low) / MOST_TICKS)
  const decades = Array.from({length: high - low + 1}, (_, at) => low + at).filter((at) => (at - low) % skip === 0)
  const ticks =
    high - low <= 2 ? decades.flatMap((at) => [1, 2, 5].map((part) => part * 10 ** at)) : decades.map((at) => 10 ** at)
  const inside = ticks.map(rounded).filter((tick) => tick <= 10 ** high * (1 + 1e-9))
  const place = placing(low, high, ends, Math.log10)
  return {at: (value) => (value > 0 ? place(value) : undefined), ticks: inside}
}

function placing(low: number, high: number, [from, to]: readonly [number, number], of: (value: number) => number) {
  return (value: number) => {
    const place = from + ((of(value) - low) / (high - low)) * (to - from)
    return place >= Math.min(from, to) - 1 && place <= Math.max(from, to) + 1 ? place : undefined
  }
}

/** 1, 2 or 5 times a power of ten, at least the given width. */
function niceStep(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width))
  return power * ([1, 2, 5, 10].find((part) => part * power >= width * (1 - 1e-9)) ?? 10)
}

function rounded(value: number): number {
  return Number(value.toPrecision(12))
}

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
