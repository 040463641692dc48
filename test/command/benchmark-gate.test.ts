import * as assert from 'uvu/assert'
import type {BenchmarkRunResult} from '#contract/generated/types'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('benchmark gates')
const BASE = ['benchmark', '--provider', 'mock', '--operation', 'predict', '--warmup', '0', '--iterations', '60']

const gateOf = (rule: string) => `schema_version: 1
kind: gate
rules:
  - {id: fast, select: {operation: predict}, ${rule}}
`

async function states(flags: readonly string[], gate?: string) {
  using shop = workshop()
  if (gate) shop.put('gate.yaml', gate)
  const done = await shop.ask([...BASE, ...(gate ? ['--gate', 'gate.yaml'] : []), ...flags])
  const {verdict} = done.document as BenchmarkRunResult
  return {code: done.code, basis: verdict.basis, rules: verdict.rules.map(({id, state}) => [id, state])}
}

it('times, counts and rates are judged by a gate file', async () => {
  const passed = await states([], gateOf('metric: response_ms.p95, require: {ci_high: {lte: 60000}}'))
  assert.equal(passed, {
    code: 0,
    basis: 'gate',
    rules: [
      ['execution', 'pass'],
      ['fast', 'pass'],
    ],
  })
  assert.is((await states([], gateOf('metric: response_ms.p50, require: {ci_high: {lte: 0.000001}}'))).code, 1)
  assert.is((await states([], gateOf('metric: throughput_per_second, require: {ci_low: {gte: 1e9}}'))).code, 1)
  assert.is((await states([], gateOf('metric: error_count, require: {estimate: {lte: 0}}'))).code, 0)
  assert.is((await states([], gateOf('metric: response_ms.p99, require: {ci_high: {lte: 60000}}'))).code, 4)
})

it('a comparison without its other side, or with one process, is inconclusive', async () => {
  const versus = (other: string) => gateOf(`metric: response_ms.p50, versus: '${other}', ratio: {max: 1.1}`)
  assert.is((await states([], versus('baseline'))).code, 4)
  assert.is((await states(['--provider', 'analytic'], versus('provider:analytic'))).code, 4)
})

it('thresholds are rules of the command line', async () => {
  assert.is((await states(['--threshold', 'predict: response_ms.p95<60s'])).code, 0)
  assert.is((await states(['--threshold', 'predict: response_ms.p50<0.001us'])).code, 1)
})

it('contradictions and rules for nothing are refused before anything runs', async () => {
  using shop = workshop()
  shop.put('gate.yaml', gateOf('metric: response_ms.p95, require: {ci_high: {lte: 60000}}'))
  shop.put('lost.yaml', gateOf('metric: response_ms.p95, require: {ci_high: {gte: 0}}'))
  shop.put('eval.yaml', gateOf('metric: success_rate, require: {ci_low: {gte: 0.8}}').replace('operation', 'suite'))
  for (const flags of [
    ['--gate', 'gate.yaml', '--no-gate'],
    ['--threshold', 'response_ms.p95<1s', '--no-gate'],
    ['--gate', 'lost.yaml'],
    ['--gate', 'eval.yaml'],
    ['--gate', 'none.yaml'],
    ['--threshold', 'scores: response_ms.p95<1s'],
    ['--threshold', 'response_ms.p50<=1.1x vs baseline'],
  ]) {
    assert.is((await shop.tell([...BASE, ...flags])).code, 2, flags.join(' '))
  }
  assert.is(shop.runs().length, 0)
})

it.run()
