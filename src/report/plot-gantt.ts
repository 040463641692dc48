import {cellText, STATUS_WORDS} from './cell-text.ts'
import {element, hint, label, labelRoom, lineHeight, rowLabel, wrapLabel} from './markup.ts'
import type {GanttChart, GanttRow} from './plot.ts'
import {type Area, horizontalAxis, nothingToShow, picture, type Scale, scaleOver, WIDTH} from './plot-frame.ts'

const ROW = 24
/** Room for a duration behind a bar; bars that end further right have it before them. */
const WORDS = 80
const SECONDS = {label: 'seconds since the first step began', scale: 'linear'} as const

/** One bar a step, in their order, on the axis of time that they share. */
export function gantt({name, rows}: GanttChart): string {
  const lines = rows.map((row) => ({row, words: wrapLabel(row.label)}))
  const height = lineHeight(lines, ROW)
  const area: Area = {left: labelRoom(lines), right: WIDTH - 20, top: 16, bottom: 22 + height * rows.length}
  const ends = rows.flatMap(({from, to}) => [from, to]).filter(Number.isFinite)
  const scale = scaleOver([0, ...ends], SECONDS, [area.left, area.right])
  if (scale === undefined || ends.length === 0) return nothingToShow(name)
  const marks = lines.map(({row, words}, at) => bar(row, words, {scale, area, y: area.top + height * (at + 0.5)}))
  return picture(name, area.bottom + 50, horizontalAxis(scale, SECONDS, area), ...marks)
}

interface Place {
  readonly scale: Scale
  readonly area: Area
  readonly y: number
}

function bar({label: name, state, from, to}: GanttRow, words: readonly string[], {scale, area, y}: Place): string {
  const {sign, word, tone} = STATUS_WORDS[state]
  const took = `${cellText(Number((to - from).toPrecision(3)))} s`
  const [left, right] = [scale.at(from), scale.at(to)]
  const isRoomy = right !== undefined && right < area.right - WORDS
  return element(
    'g',
    {class: tone},
    hint(`${name}: ${word}, ${took}, from ${cellText(from)} s`),
    ...rowLabel(words, {x: area.left - 28, y}),
    label(sign, {x: area.left - 16, y: y + 4, 'text-anchor': 'middle', class: 'sign'}),
    ...(left === undefined || right === undefined
      ? []
      : [
          element('rect', {x: left, y: y - 7, width: Math.max(2, right - left), height: 14, class: 'bar'}),
          isRoomy
            ? label(took, {x: right + 6, y: y + 4})
            : label(took, {
                x: left - 6,
                y: y + 4,
                'text-anchor': 'end',
                ...(left - area.left < WORDS && INSIDE(right)),
              }),
        ]),
  )
}

/** A bar over the whole width has its duration inside, where paper meets its colour. */
const INSIDE = (right: number) => ({x: right - 6, class: 'inside'})
