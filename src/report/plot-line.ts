import {cellText} from './cell-text.ts'
import {element, hint, label, pathThrough} from './markup.ts'
import type {LineChart, LinePoint, LineSeries} from './plot.ts'
import {
  type Area,
  horizontalAxis,
  nothingToShow,
  picture,
  type Scale,
  scaleOver,
  verticalAxis,
  WIDTH,
} from './plot-frame.ts'

const LINE = 20
/** Colours and dashes there are; a further series begins again. */
const STYLES = 6
/** Number of points beyond which only the line is drawn. */
const MOST_DOTS = 40

export function line(chart: LineChart): string {
  const {name, x, y, series} = chart
  const area: Area = {left: 70, right: WIDTH - 20, top: 40 + LINE * series.length, bottom: 340 + LINE * series.length}
  const points = series.flatMap((one) => one.points)
  const across = scaleOver(
    points.map((point) => point.x),
    x,
    [area.left, area.right],
  )
  const up = scaleOver(
    points.flatMap((point) => [point.y, point.low ?? point.y, point.high ?? point.y]),
    y,
    [area.bottom, area.top],
  )
  if (across === undefined || up === undefined) return nothingToShow(name)
  const axes = [horizontalAxis(across, x, area), verticalAxis(up, y, area)]
  const marks = series.map((one, at) => curve(one, at, {across, up}))
  return picture(name, area.bottom + 50, ...axes, ...marks, ...series.map(keyEntry))
}

function curve(series: LineSeries, at: number, scales: {readonly across: Scale; readonly up: Scale}): string {
  const {label: name, points, isStepped} = series
  const place = (x: number, y: number): [number, number][] => {
    const [left, top] = [scales.across.at(x), scales.up.at(y)]
    return left === undefined || top === undefined ? [] : [[left, top]]
  }
  const through = points.flatMap(({x, y}, index) => {
    const before = points[index - 1]
    return [...(isStepped && before ? place(x, before.y) : []), ...place(x, y)]
  })
  const dots = points.length > MOST_DOTS ? [] : points.flatMap((point) => dot(point, name, place))
  return element(
    'g',
    {class: `s${at % STYLES}`},
    hint(name),
    ...band(points, place),
    element('path', {d: pathThrough(through), class: 'curve'}),
    ...dots,
  )
}

type Place = (x: number, y: number) => [number, number][]

function band(points: readonly LinePoint[], place: Place): string[] {
  const low = points.flatMap((point) => (point.low === undefined ? [] : place(point.x, point.low)))
  const high = points.flatMap((point) => (point.high === undefined ? [] : place(point.x, point.high)))
  if (low.length < 2 || high.length < 2) return []
  return [element('path', {d: `${pathThrough([...low, ...high.toReversed()])}Z`, class: 'band'})]
}

function dot(point: LinePoint, name: string, place: Place): string[] {
  const words = `${name}: ${cellText(point.y)} at ${cellText(point.x)}`
  return place(point.x, point.y).map(([cx, cy]) => element('circle', {cx, cy, r: 3, class: 'dot'}, hint(words)))
}

function keyEntry(series: LineSeries, at: number): string {
  const y = 16 + LINE * at
  const sample = element('line', {x1: 70, x2: 98, y1: y, y2: y, class: 'curve'})
  return element('g', {class: `s${at % STYLES}`}, sample, label(series.label, {x: 106, y: y + 4}))
}
