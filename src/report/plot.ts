import type {VerdictState} from '#error/exit'

/** How a number becomes a place: `log` for values above 0 that span orders of magnitude. */
export interface Axis {
  readonly label: string
  readonly scale: 'linear' | 'log'
}

/** Estimates with their limits, one under the other, and lines at values to compare with, such as the limits of a gate. */
export interface ForestPlot {
  readonly kind: 'forest'
  readonly name: string
  readonly axis: Axis
  readonly rows: readonly ForestRow[]
  readonly references?: readonly Reference[]
}

export interface Reference {
  readonly value: number
  readonly label: string
}

/** Null: there is none, and the row says so instead of showing a point. With a state it has that sign and colour. */
export interface ForestRow {
  readonly label: string
  readonly state?: VerdictState
  readonly estimate: number | null
  readonly low: number | null
  readonly high: number | null
}

/** Curves such as error over the horizon, or a cumulative distribution. */
export interface LineChart {
  readonly kind: 'line'
  readonly name: string
  readonly x: Axis
  readonly y: Axis
  readonly series: readonly LineSeries[]
}

export interface LineSeries {
  readonly label: string
  readonly points: readonly LinePoint[]
  /** Steps instead of slopes: the value holds until the next point. */
  readonly isStepped?: boolean
}

/** With limits a band is drawn. */
export interface LinePoint {
  readonly x: number
  readonly y: number
  readonly low?: number
  readonly high?: number
}

/** Bars that stand on the axis from one value to another, such as a histogram. */
export interface BarChart {
  readonly kind: 'bars'
  readonly name: string
  readonly x: Axis
  readonly y: Axis
  readonly bars: readonly Bar[]
}

export interface Bar {
  readonly from: number
  readonly to: number
  readonly value: number
}

/** How often what was said with a probability came true; honest probabilities lie on the diagonal. */
export interface ReliabilityDiagram {
  readonly kind: 'reliability'
  readonly name: string
  readonly bins: readonly ReliabilityBin[]
}

/** Mean stated probability and observed share of `n` cases, with the limits of the share. */
export interface ReliabilityBin {
  readonly stated: number
  readonly observed: number
  readonly low: number | null
  readonly high: number | null
  readonly n: number
}

/** Moments of something that moves, side by side, each in a square window with y upwards. */
export interface FrameStrip {
  readonly kind: 'frames'
  readonly name: string
  readonly frames: readonly PlotFrame[]
  /** What a layer shows; those that are not drawn stay out of the legend. */
  readonly legend: Readonly<Record<string, string>>
}

export interface PlotFrame {
  readonly label: string
  readonly low: number
  readonly high: number
  readonly shapes: readonly FrameShape[]
}

/** A disc, or a box turned to the left by the angle of `sin` and `cos`; later ones lie on top. `layer` says what it is. */
export type FrameShape = {readonly layer: string; readonly x: number; readonly y: number} & (
  | {readonly kind: 'disc'; readonly radius: number}
  | {
      readonly kind: 'box'
      readonly halfWidth: number
      readonly halfHeight: number
      readonly sin: number
      readonly cos: number
    }
)

/** What ran when, one bar a row; `from` and `to` in seconds since the first began. */
export interface GanttChart {
  readonly kind: 'gantt'
  readonly name: string
  readonly rows: readonly GanttRow[]
}

export interface GanttRow {
  readonly label: string
  readonly state: VerdictState
  readonly from: number
  readonly to: number
}

/** A picture of numbers that also stand in a table or file; values that are not finite are left out. */
export type Plot = ForestPlot | LineChart | BarChart | ReliabilityDiagram | FrameStrip | GanttChart
