import * as assert from 'uvu/assert'
import type {SelftestDocument} from '#contract/generated/types'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('selftest')
const LIMIT_MS = 90_000
const EVAL = ['--suite', 'closed-loop', '--env', 'two-room', '--planner', 'quick']

async function tested(shop: Workshop, ...argv: string[]) {
  const {code, document} = await shop.ask([...argv, '--selftest'])
  const {run_id, injections} = document.selftest as SelftestDocument
  return {code, run: run_id, injections, survived: injections.filter(({caught}) => !caught)}
}

it(
  'every injection into the newest evaluation is caught, whatever its own verdict was',
  async () => {
    using shop = workshop()
    await shop.ask(['eval', ...EVAL])
    const bad = (await shop.ask(['eval', ...EVAL, '--provider', 'zoo.sign-flip'])).document.run_id
    const usual = await tested(shop, 'eval')
    assert.equal([usual.code, usual.run, usual.survived], [0, bad, []])
    for (const due of ['failed', 'inconclusive', 'unavailable']) {
      assert.ok(
        usual.injections.some(({got}) => got === due),
        due,
      )
    }
    shop.put(
      'gate.yaml',
      `schema_version: 1
kind: gate
rules:
  - {id: task, metric: success_rate, require: {ci_low: {gte: 0.8}}}
  - {id: chance, metric: success_rate, versus: random, superior: {margin: 0.2}}
  - {id: kept, metric: success_rate, versus: baseline, non_inferior: {margin: 0.05}}
`,
    )
    const own = await tested(shop, 'eval', '--gate', 'gate.yaml')
    assert.equal([own.code, own.survived], [0, []])
    assert.equal(
      [...new Set(own.injections.map(({target}) => target))],
      ['task', 'chance', 'kept', 'execution', 'baseline'],
    )
    shop.put('gate.yaml', shop.read('gate.yaml').replace('{id: task,', '{id: task, select: {env: pendulum},'))
    assert.is((await tested(shop, 'eval', '--gate', 'gate.yaml')).code, 4)
    assert.is(shop.runs().length, 2)
  },
  LIMIT_MS,
)

it('budgets and rules of a benchmark are injected into too', async () => {
  using shop = workshop()
  const flags = ['benchmark', '--operation', 'predict', '--iterations', '60', '--warmup', '0']
  await shop.ask(flags)
  shop.put(
    'budget.json',
    '[{"max_error_count": 0, "max_retry_count": 0, "min_success_rate": 0.9, "max_average_latency_ms": 9, "max_p95_latency_ms": 9, "min_throughput_per_second": 1}]',
  )
  const found = await tested(shop, ...flags, '--budget-file', 'budget.json', '--threshold', 'response_ms.p95<1s')
  assert.equal([found.code, found.survived], [0, []])
  assert.is(found.injections.filter(({target}) => target.startsWith('budget-1:')).length, 15)
  assert.ok(found.injections.some(({target}) => target === 'cli-1'))
})

it('without a run there is nothing to inject into', async () => {
  using shop = workshop()
  assert.is((await shop.tell(['eval', '--selftest'])).code, 2)
  assert.is((await shop.tell(['benchmark', '--selftest'])).code, 2)
  assert.is((await shop.tell(['eval', '--selftest', '--n', '5'])).code, 2)
})

it.run()
