import {cellText, STATUS_WORDS} from './cell-text.ts'
import {element, hint, label, labelRoom, lineHeight, rowLabel, wrapLabel} from './markup.ts'
import type {ForestPlot, ForestRow, Reference} from './plot.ts'
import {type Area, horizontalAxis, nothingToShow, picture, type Scale, scaleOver, WIDTH} from './plot-frame.ts'

const ROW = 24
/** About what a letter takes; a little more leaves space between neighbours. */
const LETTER = 7
const LANE = 14
/** A row that nothing judges. */
const PLAIN = {sign: '', word: '', tone: 's0'} as const

export function forest({name, axis, rows, references = []}: ForestPlot): string {
  const values = rows.flatMap(({estimate, low, high}) => [estimate, low, high].filter((value) => value !== null))
  const lines = rows.map((row) => ({row, words: wrapLabel(row.label)}))
  const [left, right] = [labelRoom(lines), WIDTH - 20]
  const scale = scaleOver([...values, ...references.map(({value}) => value)], axis, [left, right])
  if (scale === undefined) return nothingToShow(name)
  const limits = placed(references, scale, right)
  const height = lineHeight(lines, ROW)
  const top = 30 + LANE * Math.max(0, ...limits.map(({lane}) => lane))
  const area: Area = {left, right, top, bottom: top + 6 + height * rows.length}
  const marks = lines.map(({row, words}, at) => mark(row, words, scale, {left, y: top + height * (at + 0.5)}))
  const lanes = limits.flatMap((limit) => referenceLine(limit, area))
  return picture(name, area.bottom + 50, horizontalAxis(scale, axis, area), ...lanes, ...marks)
}

function mark(
  row: ForestRow,
  words: readonly string[],
  scale: Scale,
  {left, y}: {readonly left: number; readonly y: number},
): string {
  const {estimate, low, high} = row
  const [at, from, to] = [estimate, low, high].map((value) => (value === null ? undefined : scale.at(value)))
  const {sign, word, tone} = row.state ? STATUS_WORDS[row.state] : PLAIN
  const limits = low === null && high === null ? '' : ` [${cellText(low)}, ${cellText(high)}]`
  return element(
    'g',
    {class: tone},
    hint(`${row.label}: ${estimate === null ? 'no estimate' : cellText(estimate)}${limits}${word && `, ${word}`}`),
    ...rowLabel(words, {x: left - 28, y}),
    label(sign, {x: left - 16, y: y + 4, 'text-anchor': 'middle', class: 'sign'}),
    ...(from === undefined || to === undefined
      ? []
      : [element('line', {x1: from, x2: to, y1: y, y2: y, class: 'curve'})]),
    ...(at === undefined
      ? [label('no estimate', {x: left + 6, y: y + 4, class: 'axis'})]
      : [element('circle', {cx: at, cy: y, r: 4, class: 'dot'})]),
  )
}

interface Limit {
  readonly label: string
  readonly x: number
  /** Where its words begin; 0 is the lane closest to the rows. */
  readonly start: number
  readonly lane: number
}

/** Each limit in the lowest lane in which its words touch no other. */
function placed(references: readonly Reference[], scale: Scale, right: number): Limit[] {
  const ends: number[] = []
  const known = references.flatMap(({value, label: text}) => {
    const x = scale.at(value)
    return x === undefined ? [] : [{label: text, x}]
  })
  return known
    .toSorted((a, b) => a.x - b.x)
    .map(({label: text, x}) => {
      const width = text.length * LETTER
      const start = Math.max(0, Math.min(x - width / 2, right - width))
      const free = ends.findIndex((end) => end <= start)
      const lane = free < 0 ? ends.length : free
      ends[lane] = start + width
      return {label: text, x, start, lane}
    })
}

function referenceLine({label: text, x, start, lane}: Limit, {top, bottom}: Area): string[] {
  return [
    element('line', {x1: x, x2: x, y1: top - 8 - LANE * lane, y2: bottom, class: 'reference'}),
    label(text, {x: start, y: top - 14 - LANE * lane, class: 'axis'}),
  ]
}
