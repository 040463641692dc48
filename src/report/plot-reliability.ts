import {cellText} from './cell-text.ts'
import {element, hint} from './markup.ts'
import type {ReliabilityBin, ReliabilityDiagram} from './plot.ts'
import {type Area, horizontalAxis, linearScale, picture, verticalAxis} from './plot-frame.ts'

const AREA: Area = {left: 70, right: 430, top: 40, bottom: 400}
const ACROSS = linearScale(0, 1, [AREA.left, AREA.right])
const UP = linearScale(0, 1, [AREA.bottom, AREA.top])

export function reliability({name, bins}: ReliabilityDiagram): string {
  const diagonal = element('line', {x1: AREA.left, y1: AREA.bottom, x2: AREA.right, y2: AREA.top, class: 'reference'})
  const axes = [
    horizontalAxis(ACROSS, {label: 'stated probability', scale: 'linear'}, AREA),
    verticalAxis(UP, {label: 'observed share', scale: 'linear'}, AREA),
  ]
  return picture(name, AREA.bottom + 50, ...axes, diagonal, ...bins.flatMap(mark))
}

function mark({stated, observed, low, high, n}: ReliabilityBin): string[] {
  const [cx, cy] = [ACROSS.at(stated), UP.at(observed)]
  if (cx === undefined || cy === undefined) return []
  const [bottom, top] = [low, high].map((value) => (value === null ? undefined : UP.at(value)))
  const words = `stated ${cellText(stated)}, observed ${cellText(observed)}, n ${n}`
  return [
    element(
      'g',
      {class: 's0'},
      hint(words),
      ...(bottom === undefined || top === undefined
        ? []
        : [element('line', {x1: cx, x2: cx, y1: bottom, y2: top, class: 'curve'})]),
      element('circle', {cx, cy, r: 4, class: 'dot'}),
    ),
  ]
}
