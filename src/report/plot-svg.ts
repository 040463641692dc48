import {unreachable} from '#error/unreachable'
import type {Plot} from './plot.ts'
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
