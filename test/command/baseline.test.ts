import {readFileSync, writeFileSync} from 'node:fs'
import * as assert from 'uvu/assert'
import type {EvalResult, RuleOutcome} from '#contract/generated/types'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('baseline')
const LIMIT_MS = 90_000
const EVAL = ['eval', '--suite', 'closed-loop', '--env', 'double-integrator', '--planner', 'quick']
/** Where what is measured is not the point. */
const CHEAP = ['eval', '--suite', 'determinism', '--env', 'two-room', '--n', '4']
const BENCH = ['benchmark', '--operation', 'predict', '--warmup', '0', '--iterations', '60']

async function asked(shop: Workshop, argv: readonly string[]) {
  const {code, document} = await shop.ask(argv)
  const rules: RuleOutcome[] = (document as EvalResult).verdict?.rules ?? []
  const state = (part: string) => rules.find(({id}) => id === part || id.endsWith(`/${part}`))?.state
  return {code, document, id: String(document.run_id), rules, state}
}

it(
  'an evaluation is held against a baseline: unchanged passes, worse fails, and the run names its parent',
  async () => {
    using shop = workshop()
    const base = await asked(shop, EVAL)
    const same = await asked(shop, [...EVAL, '--baseline', base.id])
    assert.equal([same.code, same.state('baseline')], [0, 'pass'])
    assert.is(same.rules.find(({id}) => id.endsWith('success_rate/baseline'))?.state, 'pass')
    assert.equal(
      shop.manifest(same.id).parents.map(({run_id, relation}: Record<string, string>) => [run_id, relation]),
      [[base.id, 'baseline']],
    )
    const worse = await asked(shop, [...EVAL, '--baseline', `runs/${base.id}`, '--provider', 'zoo.sign-flip'])
    assert.is(worse.rules.find(({id}) => id.endsWith('success_rate/baseline'))?.state, 'fail')
    assert.is(worse.code, 1)
  },
  LIMIT_MS,
)

it(
  'a run of another kind is no baseline, and is told by its kind before anything is measured',
  async () => {
    using shop = workshop()
    const [bench, cheap] = [await asked(shop, BENCH), await asked(shop, CHEAP)]
    for (const [argv, id, what] of [
      [CHEAP, bench.id, 'the run is of the kind benchmark, not eval'],
      [BENCH, cheap.id, 'the run is of the kind eval, not benchmark'],
    ] as const) {
      const {code, document} = await asked(shop, [...argv, '--baseline', id])
      assert.is(code, 2)
      assert.match(JSON.stringify(document), what)
    }
    assert.is(shop.runs().length, 2)
  },
  LIMIT_MS,
)

it(
  'missing is 4, unreadable 2, another seed 4, and a changed file 1',
  async () => {
    using shop = workshop()
    const base = await asked(shop, CHEAP)
    assert.is(base.code, 0)
    const missing = await asked(shop, [...CHEAP, '--baseline', '20261121T074233417Z-k3q7xz'])
    assert.equal([missing.code, missing.state('baseline')], [4, 'inconclusive'])
    shop.put('broken/run_manifest.json', '{}')
    shop.put('lone.json', '{}')
    const before = shop.runs().length
    for (const name of ['broken', 'lone.json']) {
      assert.is((await shop.tell([...CHEAP, '--baseline', name])).code, 2, name)
    }
    assert.is((await shop.tell([...CHEAP, '--baseline', base.id, '--no-gate'])).code, 2)
    assert.is(shop.runs().length, before)
    const other = await asked(shop, [...CHEAP, '--baseline', base.id, '--seed', '7'])
    assert.equal([other.code, other.state('baseline')], [4, 'incomparable'])
    const result = shop.path('runs', base.id, 'results', 'result.json')
    const text = readFileSync(result, 'utf8')
    const falsified = text.replace(/"estimate": [^,\n]+/, '"estimate": 0.5')
    assert.is.not(falsified, text)
    writeFileSync(result, falsified)
    const changed = await asked(shop, [...CHEAP, '--baseline', base.id])
    assert.equal([changed.code, changed.state('baseline')], [1, 'fail'])
    writeFileSync(result, '{')
    const torn = await asked(shop, [...CHEAP, '--baseline', base.id])
    assert.equal([torn.code, torn.state('baseline')], [1, 'fail'])
    assert.is(shop.manifest(torn.id).parents[0].run_id, base.id)
  },
  LIMIT_MS,
)

it(
  'a benchmark needs five processes on both sides, the same load, and a baseline that is there',
  async () => {
    using shop = workshop()
    const base = await asked(shop, BENCH)
    const one = await asked(shop, [...BENCH, '--baseline', base.id])
    assert.equal([one.code, one.state('baseline')], [4, 'pass'])
    assert.match(one.rules.find(({id}) => id === 'mock/predict/baseline')?.reason ?? '', '1 of the 5 processes')
    const ratio = await asked(shop, [...BENCH, '--baseline', base.id, '--threshold', 'response_ms.p50<=9x vs baseline'])
    assert.equal([ratio.code, ratio.state('cli-1')], [4, 'inconclusive'])
    const loaded = await asked(shop, [...BENCH, '--baseline', base.id, '--concurrency', '2'])
    assert.equal([loaded.code, loaded.state('baseline')], [4, 'incomparable'])
    assert.is((await asked(shop, [...BENCH, '--baseline', '20261121T074233417Z-k3q7xz'])).code, 4)
    assert.is((await shop.tell([...BENCH, '--baseline', base.id, '--no-gate'])).code, 2)
  },
  LIMIT_MS,
)

it.run()
