import {cutText} from '#error/cut-text'
import {cellText} from './cell-text.ts'
import type {ForestPlot, ForestRow, Reference} from './plot.ts'
import {type Area, horizontalAxis, nothingToShow, picture, WIDTH} from './plot-frame.ts'
import {type Scale, scaleOver} from './plot-scale.ts'
import {STATUS_WORDS} from './status-words.ts'
import {element, hint, label} from './svg.ts'

const ROW = 24
const LABELS = 300
const LONGEST_LABEL = 44
/** Closer to the right end a text in the middle would be cut. */
const EDGE = 60
/** A row that nothing judges. */
const PLAIN = {sign: '', word: '', tone: 's0'} as const

export function forest({name, axis, rows, references = []}: ForestPlot): string {
  const area: Area = {left: LABELS, right: WIDTH - 20, top: 30, bottom: 36 + ROW * rows.length}
  const values = rows.flatMap(({estimate, low, high}) => [estimate, low, high].filter((value) => value !== null))
  const scale = scaleOver([...values, ...references.map(({value}) => value)], axis, [area.left, area.right])
  if (scale === undefined) return nothingToShow(name)
  const marks = rows.map((row, at) => mark(row, scale, area.top + ROW * (at + 0.5)))
  return picture(
    name,
    area.bottom + 50,
    horizontalAxis(scale, axis, area),
    ...references.flatMap((reference) => referenceLine(reference, scale, area)),
    ...marks,
  )
}

function mark(row: ForestRow, scale: Scale, y: number): string {
  const {estimate, low, high} = row
  const [at, from, to] = [estimate, low, high].map((value) => (value === null ? undefined : scale.at(value)))
  const {sign, word, tone} = row.state ? STATUS_WORDS[row.state] : PLAIN
  const text = cutText(row.label, LONGEST_LABEL)
  const limits = low === null && high === null ? '' : ` [${cellText(low)}, ${cellText(high)}]`
  return element(
    'g',
    {class: tone},
    hint(`${row.label}: ${estimate === null ? 'no estimate' : cellText(estimate)}${limits}${word && `, ${word}`}`),
    label(text, {x: LABELS - 28, y: y + 4, 'text-anchor': 'end'}),
    label(sign, {x: LABELS - 16, y: y + 4, 'text-anchor': 'middle', class: 'sign'}),
    ...(from === undefined || to === undefined
      ? []
      : [element('line', {x1: from, x2: to, y1: y, y2: y, class: 'curve'})]),
    ...(at === undefined
      ? [label('no estimate', {x: LABELS + 6, y: y + 4, class: 'axis'})]
      : [element('circle', {cx: at, cy: y, r: 4, class: 'dot'})]),
  )
}

function referenceLine(reference: Reference, scale: Scale, {top, bottom, right}: Area): string[] {
  const x = scale.at(reference.value)
  if (x === undefined) return []
  return [
    element('line', {x1: x, x2: x, y1: top - 8, y2: bottom, class: 'reference'}),
    label(reference.label, {x, y: top - 14, 'text-anchor': x > right - EDGE ? 'end' : 'middle', class: 'axis'}),
  ]
}
