import {unreachable} from '#error/unreachable'
import type {ForestPlot, LineChart, Plot} from './plot.ts'

/** How a picture is read, in one sentence. */
export function readingOf(plot: Plot): string {
  switch (plot.kind) {
    case 'forest':
      return forestReading(plot)
    case 'line':
      return lineReading(plot)
    case 'bars':
      return `The higher a bar, the more ${plot.y.label} lie between its two ends on the axis (${plot.x.label}).`
    case 'reliability':
      return 'Each dot stands for answers stated with about the same probability: on the dashed diagonal it was as often true as stated, below it less often, above it more often; lines are 95 % intervals.'
    case 'frames':
      return 'The moments of one trial from the first on the left to the last.'
    case 'gantt':
      return 'A bar runs from the moment a step began to the moment it ended: the longest one took the most time, and bars one above the other ran side by side.'
    default:
      return unreachable(plot)
  }
}

function forestReading({rows, references = []}: ForestPlot): string {
  const parts = [
    'A dot is an estimate and its line the 95 % interval',
    ...(references.length > 0 ? ['a dashed line is a limit'] : []),
    ...(rows.some(({state}) => state !== undefined) ? ['the sign before a row says how it was judged'] : []),
  ]
  return `${parts.join('; ')}.`
}

function lineReading({x, y, series}: LineChart): string {
  const hasBand = series.some(({points}) => points.some(({low}) => low !== undefined))
  const band = hasBand ? '; the band around a line is its 95 % interval' : ''
  return `Each line shows how ${y.label} goes with ${x.label}${band}.`
}

/** What the colours of a strip stand for, those that are drawn. */
export function legendOf(plot: Plot): {readonly layer: string; readonly words: string}[] {
  if (plot.kind !== 'frames') return []
  const drawn = new Set(plot.frames.flatMap(({shapes}) => shapes.map(({layer}) => layer)))
  return Object.entries(plot.legend).flatMap(([layer, words]) => (drawn.has(layer) ? [{layer, words}] : []))
}
