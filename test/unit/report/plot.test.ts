import * as fc from 'fast-check'
import * as assert from 'uvu/assert'
import {VERDICTS} from '#error/exit'
import {renderHtml} from '#report/html'
import {SCRIPT} from '#report/html-head'
import {renderMarkdown} from '#report/markdown'
import type {Plot} from '#report/plot'
import {plotSvg} from '#report/plot-svg'
import {PLAIN, reportOf, resultOf} from '../../support/reports.ts'
import {spec} from '../../support/spec.ts'
import {readXml} from '../../support/strict-xml.ts'

const it = spec('plot')
const number = fc.oneof(fc.double(), fc.constantFrom(0, -0, 1e-300, 1e300, Number.NaN, Number.POSITIVE_INFINITY))
const maybe = fc.option(number)
const axis = fc.record({label: fc.string(), scale: fc.constantFrom('linear' as const, 'log' as const)})
const name = fc.string({unit: 'binary'})
const several = <T>(one: fc.Arbitrary<T>) => fc.array(one, {maxLength: 8})
const forest = fc.record({
  kind: fc.constant('forest' as const),
  name,
  axis,
  rows: several(
    fc.record(
      {label: name, estimate: maybe, low: maybe, high: maybe, state: fc.constantFrom(...VERDICTS)},
      {requiredKeys: ['label', 'estimate', 'low', 'high']},
    ),
  ),
  references: several(fc.record({value: number, label: name})),
})
const point = fc.record({x: number, y: number, low: number, high: number})
const line = fc.record({
  kind: fc.constant('line' as const),
  name,
  x: axis,
  y: axis,
  series: several(fc.record({label: name, points: several(point), isStepped: fc.boolean()})),
})
const bars = fc.record({
  kind: fc.constant('bars' as const),
  name,
  x: axis,
  y: axis,
  bars: several(fc.record({from: number, to: number, value: number})),
})
const bin = fc.record({stated: number, observed: number, low: maybe, high: maybe, n: fc.nat()})
const reliability = fc.record({kind: fc.constant('reliability' as const), name, bins: several(bin)})
const gantt = fc.record({
  kind: fc.constant('gantt' as const),
  name,
  rows: several(fc.record({label: name, state: fc.constantFrom(...VERDICTS), from: number, to: number})),
})
const anyPlot: fc.Arbitrary<Plot> = fc.oneof(forest, line, bars, reliability, gantt)

const FOREST: Plot = {
  kind: 'forest',
  name: 'Success rate',
  axis: {label: 'share', scale: 'linear'},
  references: [{value: 0.8, label: 'gate'}],
  rows: [
    {label: 'exact', estimate: 1, low: 0.9, high: 1, state: 'pass'},
    {label: '<script>alert(1)</script>', estimate: 0.5, low: 0.4, high: 0.6, state: 'fail'},
    {label: 'broken', estimate: null, low: null, high: null},
  ],
}

it('is well-formed, and no number of it is NaN or infinite, whatever is drawn', () => {
  void fc.assert(
    fc.property(anyPlot, (plot) => {
      const svg = plotSvg(plot)
      readXml(svg)
      assert.not.match(svg.replaceAll(/>[^<]*</g, '><').replaceAll(/aria-label="[^"]*"/g, ''), /NaN|Infinity|undefined/)
    }),
    {numRuns: 300},
  )
})

it('puts values where the axis says, higher ones further right or up', () => {
  const svg = plotSvg(FOREST)
  const [exact = Number.NaN, half = Number.NaN] = [...svg.matchAll(/cx="([\d.]+)"/g)].map(([, x]) => Number(x))
  // The axis goes from .4 to 1 over 209, behind the longest label of 25 letters, to 700.
  assert.equal([exact, half], [700, 290.83])
  assert.match(svg, 'no estimate')
})

it('says with a sign, a colour and in words how a row was judged', () => {
  const svg = plotSvg(FOREST)
  assert.match(svg, /<g class="good"><title>exact: 1 \[0\.9, 1\], passed<\/title>.*?>✓<\/text>/)
  assert.match(svg, /<g class="bad">.*?>✗<\/text>/)
  assert.match(svg, /class="reference".*?>gate<\/text>/)
})

it('writes limits that lie close together in lanes of their own, and long labels on several lines', () => {
  const label = 'provider.with-a-long-name environment/of-the-trial stratum'
  const references = [0.8, 0.801].map((value) => ({value, label: `ci_low >= ${value}`}))
  const svg = plotSvg({...FOREST, references, rows: [{label, estimate: 0.5, low: 0, high: 1}]} as Plot)
  const [one, other] = [...svg.matchAll(/y="([\d.]+)" class="axis">ci_low/g)].map(([, y]) => Number(y))
  assert.ok(one !== undefined && other !== undefined && Math.abs(one - other) >= 12)
  const lines = [...svg.matchAll(/text-anchor="end">([^<]*)</g)].map(([, text = '']) => text)
  assert.is(lines.join('').replaceAll(' ', ''), label.replaceAll(' ', ''))
  assert.ok(lines.length === 2 && lines.every(({length}) => length <= 38))
})

it('draws when steps ran: each bar from its begin to its end', () => {
  const rows = [
    {label: 'first', state: 'pass', from: 0, to: 2},
    {label: 'second', state: 'fail', from: 2, to: 3},
  ] as const
  const svg = plotSvg({kind: 'gantt', name: 'Steps', rows})
  const [one, other] = [...svg.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g)].map((found) =>
    found.slice(1).map(Number),
  )
  assert.is(((one?.[0] ?? 0) + (one?.[1] ?? 0)).toFixed(1), other?.[0]?.toFixed(1))
  assert.match(svg, '<title>second: failed, 1 s, from 2 s</title>')
})

it('draws a curve with its band, its steps and its key', () => {
  const points = [1, 2, 4].map((x) => ({x, y: 10 * x, low: 9 * x, high: 11 * x}))
  const x = {label: 'steps', scale: 'log'} as const
  const chart = {kind: 'line', name: 'Error', x, y: {label: 'nrmse', scale: 'linear'}} as const
  const svg = plotSvg({
    ...chart,
    series: [
      {label: 'model', points},
      {label: 'frozen', points, isStepped: true},
    ],
  })
  assert.match(svg, 'class="band"')
  assert.is([...svg.matchAll(/class="curve"/g)].length, 4)
  assert.ok(svg.includes('>model</text>') && svg.includes('>frozen</text>'))
})

it('shows a histogram whose first bar begins at nothing, on a logarithmic axis', () => {
  const axes = {x: {label: 'ms', scale: 'log'}, y: {label: 'calls', scale: 'linear'}} as const
  const svg = plotSvg({
    kind: 'bars',
    name: 'h',
    ...axes,
    bars: [
      {from: 0, to: 1, value: 3},
      {from: 1, to: 2, value: 1},
    ],
  })
  assert.is([...svg.matchAll(/class="bar"/g)].length, 2)
})

it('says so when there is nothing to draw', () => {
  assert.match(plotSvg({kind: 'line', name: 'none', x: FOREST.axis, y: FOREST.axis, series: []}), 'no values to draw')
})

it('stands in the page, without script and with every text escaped, and nowhere else', () => {
  const report = reportOf({plots: [FOREST]})
  const page = renderHtml(report, resultOf(report), PLAIN)
  assert.match(page, '<svg viewBox')
  assert.match(page, '&lt;script&gt;')
  assert.not.match(page.replace(`<script>${SCRIPT}</script>`, ''), /<script|src=|href="[^#]|url\(|\son\w+=/)
  assert.not.match(renderMarkdown(report, resultOf(report), PLAIN), /svg/)
})

it.run()
