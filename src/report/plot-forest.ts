import {cellText} from './cell-text.ts'
import type {ForestPlot, ForestRow} from './plot.ts'
import {type Area, horizontalAxis, nothingToShow, picture, WIDTH} from './plot-frame.ts'
import {type Scale, scaleOver} from './plot-scale.ts'
import {element, hint, label} from './svg.ts'

const ROW = 24
const LABELS = 300
const LONGEST_LABEL = 44

export function forest({name, axis, rows, reference}: ForestPlot): string {
  const area: Area = {left: LABELS, right: WIDTH - 20, top: 30, bottom: 36 + ROW * rows.length}
  const values = rows.flatMap(({estimate, low, high}) => [estimate, low, high].filter((value) => value !== null))
  const scale = scaleOver([...values, ...(reference ? [reference.value] : [])], axis, [area.left, area.right])
  if (scale === undefined) return nothingToShow(name)
  const marks = rows.map((row, at) => mark(row, scale, area.top + ROW * (at + 0.5)))
  return picture(
    name,
    area.bottom + 50,
    horizontalAxis(scale, axis, area),
    ...referenceLine(reference, scale, area),
    ...marks,
  )
}

function mark(row: ForestRow, scale: Scale, y: number): string {
  const {estimate, low, high} = row
  const [at, from, to] = [estimate, low, high].map((value) => (value === null ? undefined : scale.at(value)))
  const text = row.label.length > LONGEST_LABEL ? `${row.label.slice(0, LONGEST_LABEL - 1)}…` : row.label
  const limits = low === null && high === null ? '' : ` [${cellText(low)}, ${cellText(high)}]`
  return element(
    'g',
    {class: 's0'},
    hint(`${row.label}: ${estimate === null ? 'no estimate' : cellText(estimate)}${limits}`),
    label(text, {x: LABELS - 12, y: y + 4, 'text-anchor': 'end'}),
    ...(from === undefined || to === undefined
      ? []
      : [element('line', {x1: from, x2: to, y1: y, y2: y, class: 'curve'})]),
    ...(at === undefined
      ? [label('no estimate', {x: LABELS + 6, y: y + 4, class: 'axis'})]
      : [element('circle', {cx: at, cy: y, r: 4, class: 'dot'})]),
  )
}

function referenceLine(reference: ForestPlot['reference'], scale: Scale, {top, bottom}: Area): string[] {
  const x = reference && scale.at(reference.value)
  if (!reference || x === undefined) return []
  return [
    element('line', {x1: x, x2: x, y1: top - 8, y2: bottom, class: 'reference'}),
    label(reference.label, {x, y: top - 14, 'text-anchor': 'middle', class: 'axis'}),
  ]
}
