import * as assert from 'uvu/assert'
import {compareWindows, type MetricWindow} from '#host/judge/compare-windows'
import {seedStream} from '#random/stream'
import {hodgesLehmann, medianOf} from '#stats/hodges-lehmann'
import {theilSen} from '#stats/theil-sen'
import {spec} from '../../support/spec.ts'

const it = spec('metric windows')

interface Shape {
  readonly medianMs?: number
  readonly errors?: number
  readonly reads?: number
  readonly growthMiB?: number
}

/** Times with a long tail, as services have them. */
function windowOf(seed: string, {medianMs = 20, errors = 0, reads = 240, growthMiB = 0}: Shape = {}): MetricWindow {
  const stream = seedStream(seed)
  const times = (count: number) => Array.from({length: count}, () => medianMs * Math.exp(0.3 * stream.gaussian()))
  const at = Array.from({length: 21}, (_, index) => index * 15)
  return {
    window_s: 300,
    probes: [
      {kind: 'read', ms: times(reads), errors},
      {kind: 'write', ms: times(36), errors: 0},
      {kind: 'clone', ms: times(36), errors: 0},
      {kind: 'push', ms: times(36), errors: 0},
    ],
    requests: {total: reads + 108, errors, refused: 0, limited: 0},
    resources: [
      {
        node: 'n',
        metric: 'memory_bytes',
        at_s: at,
        values: at.map((s) => 2e8 + (growthMiB * 2 ** 20 * s) / 300 + 1e6 * stream.gaussian()),
      },
    ],
  }
}

const stateOf = (rows: ReturnType<typeof compareWindows>, metric: string) =>
  rows.find((row) => row.metric === metric)?.state

it('a hundred healthy nodes are never blamed', () => {
  for (let run = 0; run < 100; run++) {
    const rows = compareWindows(windowOf(`a${run}`), windowOf(`b${run}`), 100)
    assert.equal(
      rows.filter(({state}) => state === 'fail' || state === 'inconclusive').map(({metric}) => `${run} ${metric}`),
      [],
    )
  }
})

it('half as slow again, 2 % of errors and memory that grows are seen each time', () => {
  for (let run = 0; run < 20; run++) {
    const before = windowOf(`a${run}`)
    const slow = compareWindows(before, windowOf(`b${run}`, {medianMs: 30}), 1000)
    assert.equal(
      ['read', 'write', 'clone', 'push'].map((kind) => stateOf(slow, `latency.${kind}`)),
      ['fail', 'fail', 'fail', 'fail'],
    )
    assert.is(stateOf(compareWindows(before, windowOf(`b${run}`, {errors: 8}), 100), 'errors'), 'fail')
    assert.is(stateOf(compareWindows(before, windowOf(`b${run}`, {growthMiB: 200}), 100), 'memory_bytes.n'), 'fail')
  }
})

it('more refusals warn, whether callers are told that they may not, or not so much', () => {
  const before = windowOf('a')
  for (const more of [{refused: 20}, {limited: 20}, {refused: 2, limited: 2}]) {
    const after = windowOf('b')
    const rows = compareWindows(before, {...after, requests: {...after.requests, ...more}}, 100)
    assert.is(stateOf(rows, 'refused'), 'warn', JSON.stringify(more))
  }
})

it('being faster is no fault, and too little is no verdict', () => {
  const before = windowOf('a', {medianMs: 60})
  assert.is(stateOf(compareWindows(before, windowOf('b', {medianMs: 20}), 100), 'latency.read'), 'improved')
  const few = compareWindows(before, windowOf('c', {reads: 20}), 100)
  assert.equal(
    [stateOf(few, 'errors'), stateOf(few, 'latency.read'), stateOf(few, 'read.p99')],
    ['inconclusive', 'inconclusive', 'inconclusive'],
  )
  const short = compareWindows(before, {...windowOf('d'), window_s: 60}, 100)
  assert.equal(
    short.map(({state}) => state),
    ['inconclusive'],
  )
  assert.is(stateOf(compareWindows(windowOf('e'), windowOf('f'), 10), 'read.p99'), 'fail')
})

it('shift and slope are those of the textbooks', () => {
  // Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, example 4.1: permeability of membranes.
  const term = [0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
  const early = [1.15, 0.88, 0.9, 0.74, 1.21]
  assert.ok(Math.abs((hodgesLehmann(early, term) ?? 0) - 0.305) < 1e-9)
  // Sen, 1968, section 6: the limits are 26/7 and 35/8.
  const slope = theilSen([1, 2, 3, 4, 10, 12, 18], [9, 15, 19, 20, 45, 55, 78], 0.93)
  assert.ok(Math.abs((slope?.estimate ?? 0) - 4) < 1e-9)
  assert.equal([slope?.low.toFixed(2), slope?.high.toFixed(2)], [(26 / 7).toFixed(2), (35 / 8).toFixed(2)])
  assert.equal([medianOf([]), medianOf([3, 1]), medianOf([5, 1, 3])], [undefined, 2, 3])
})

it.run()
