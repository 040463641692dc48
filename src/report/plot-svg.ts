import {unreachable} from '#error/unreachable'
import type {ForestPlot, LineChart, Plot} from './plot.ts'
import {bars} from './plot-bars.ts'
import {forest} from './plot-forest.ts'
import {frames} from './plot-frames.ts'
import {gantt} from './plot-gantt.ts'
import {line} from './plot-line.ts'
import {reliability} from './plot-reliability.ts'

/** For the page that holds the pictures: light and dark, and dashes for those who tell colours apart badly. */
export const PLOT_STYLE = `
svg.plot { width: 100%; min-width: 38rem; max-width: 52rem; height: auto; display: block; font-size: 12px; }
svg.plot text { fill: var(--ink); } svg.plot .axis { fill: var(--neutral); }
svg.plot .inside { fill: var(--paper); } svg.plot .grid { stroke: var(--line); stroke-width: .5; } svg.plot .rule { stroke: var(--neutral); }
svg.plot .reference { stroke: var(--neutral); stroke-dasharray: 5 4; }
svg.plot .curve { fill: none; stroke: var(--series); stroke-width: 2; stroke-dasharray: var(--dash, none); }
svg.plot .dot, svg.plot .bar { fill: var(--series); } svg.plot .band { fill: var(--series); opacity: .15; }
.s0 { --series: light-dark(#0969da, #58a6ff); } .s1 { --series: light-dark(#bc4c00, #f0883e); --dash: 7 3; }
.s2 { --series: light-dark(#1a7f37, #3fb950); --dash: 2 2; } .s3 { --series: light-dark(#8250df, #bc8cff); --dash: 9 3 2 3; }
.s4 { --series: light-dark(#bf3989, #f778ba); --dash: 4 4; } .s5 { --series: light-dark(#57606a, #9198a1); --dash: 1 3; }
svg.plot .good { --series: var(--good); } svg.plot .bad { --series: var(--bad); } svg.plot .warning { --series: var(--warning); }
svg.plot .neutral { --series: var(--neutral); } svg.plot .sign { fill: var(--series); font-weight: 600; }
svg.plot .frame { fill: none; stroke: var(--line); } svg.plot .goal { fill: var(--good); } svg.plot .actuated { fill: var(--bad); }
svg.plot .other { fill: light-dark(#0969da, #58a6ff); } svg.plot .wall { fill: var(--neutral); }
.swatch.goal { background: var(--good); } .swatch.actuated { background: var(--bad); }
.swatch.other { background: light-dark(#0969da, #58a6ff); } .swatch.wall { background: var(--neutral); }
`

/** The picture as inline SVG: no script, nothing fetched, every text escaped. */
export function plotSvg(plot: Plot): string {
  switch (plot.kind) {
    case 'forest':
      return forest(plot)
    case 'line':
      return line(plot)
    case 'bars':
      return bars(plot)
    case 'reliability':
      return reliability(plot)
    case 'frames':
      return frames(plot)
    case 'gantt':
      return gantt(plot)
    default:
      return unreachable(plot)
  }
}

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
