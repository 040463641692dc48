// Counts no coverage: whole evaluations, whose lines smaller tests run too.
import {readFileSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {evalCell} from '#contract/generated/eval-cell'
import {evalRequestDocument} from '#contract/generated/eval-request'
import {parse} from '#contract/parse'
import {ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('eval recompute')
const LIMIT_MS = 120_000

async function asked(shop: Workshop, ...argv: string[]) {
  const {code, document} = await shop.ask(['eval', ...argv])
  return {
    code,
    id: String(document.run_id),
    document,
    result: () => shop.read('runs', document.run_id, 'results/result.json'),
  }
}

it(
  'statistics and verdict come out the same to the byte, without a provider',
  async () => {
    using shop = workshop()
    const flags = ['--suite', 'core', '--env', 'two-room', '--planner', 'quick', '--n', '4']
    const run = await asked(shop, ...flags, '--provider', 'analytic', '--provider', 'zoo.gain-0.7')
    parse(evalRequestDocument, JSON.parse(shop.read('runs', run.id, 'inputs/request.json')))
    const cells = shop.read('runs', run.id, 'results/cells.ndjson').trimEnd().split('\n')
    for (const line of cells) parse(evalCell, JSON.parse(line))
    const again = await asked(shop, '--recompute', run.id)
    assert.is(again.result(), run.result())
    assert.is(again.code, run.code)
    assert.is(again.document.verdict.rules.find(({id}: {id: string}) => id === 'recompute')?.state, 'pass')
    assert.is(shop.manifest(again.id).parents[0].relation, 'recomputed')
    assert.is(
      shop.read('runs', again.id, 'results/episodes.ndjson'),
      shop.read('runs', run.id, 'results/episodes.ndjson'),
    )
    assert.is((await asked(shop, '--recompute', again.id)).result(), run.result())
  },
  LIMIT_MS,
)

it(
  'the same trials can be judged by other rules; a run with a gate file keeps its own',
  async () => {
    using shop = workshop()
    const gate = (low: number) =>
      `{"schema_version": 1, "kind": "gate", "rules": [{"id": "task", "metric": "success_rate", "require": {"ci_low": {"gte": ${low}}}}]}`
    shop.put('loose.json', gate(0.1))
    shop.put('strict.json', gate(0.99))
    const flags = ['--suite', 'closed-loop', '--env', 'two-room', '--planner', 'quick', '--n', '20']
    const run = await asked(shop, ...flags, '--gate', 'loose.json', '--threshold', 'spl>=0.2')
    assert.is(run.code, 0)
    const same = await asked(shop, '--recompute', run.id)
    assert.equal([same.code, same.result() === run.result()], [0, true])
    assert.is((await asked(shop, '--recompute', run.id, '--gate', 'strict.json')).code, 4)
    assert.is((await asked(shop, '--recompute', run.id, '--threshold', 'success_rate<=0.2')).code, 1)
    assert.is((await asked(shop, '--recompute', run.id, '--no-gate')).code, 0)
  },
  LIMIT_MS,
)

it(
  'a run that was held against a baseline is held against it again, and not judged where that is gone',
  async () => {
    using shop = workshop()
    const flags = ['--suite', 'closed-loop', '--env', 'two-room', '--planner', 'quick', '--n', '4']
    const base = await asked(shop, ...flags)
    const run = await asked(shop, ...flags, '--baseline', base.id)
    const again = await asked(shop, '--recompute', run.id)
    assert.equal([again.code, again.result() === run.result()], [run.code, true])
    assert.is(again.document.verdict.rules.find(({id}: {id: string}) => id === 'recompute')?.state, 'pass')
    assert.is((await shop.ask(['runs', 'verify', again.id])).code, 0)
    rmSync(join(shop.root, 'runs', base.id), {recursive: true})
    const {code, document} = await shop.ask(['eval', '--recompute', run.id])
    assert.equal([code, document.error.code], [2, 'run_not_found'])
    assert.match(document.error.message, base.id)
  },
  LIMIT_MS,
)

it(
  'changed trials, missing trials and flags that would measure are told apart',
  async () => {
    using shop = workshop()
    const flags = ['--suite', 'closed-loop', '--env', 'two-room', '--planner', 'quick', '--n', '4']
    const run = await asked(shop, ...flags)
    for (const more of [
      ['--n', '5'],
      ['--provider', 'mock'],
      ['--seed', '1'],
      ['--suite', 'core'],
    ]) {
      assert.is((await shop.tell(['eval', '--recompute', run.id, ...more])).code, 2, more.join(' '))
    }
    assert.is((await shop.tell(['eval', '--recompute', 'nowhere'])).code, 2)
    assert.is((await shop.tell(['eval', '--recompute', await shop.run()])).code, 2)
    const episodes = shop.path('runs', run.id, 'results/episodes.ndjson')
    writeFileSync(episodes, readFileSync(episodes, 'utf8').replace('"success":true', '"success":false'))
    const changed = await asked(shop, '--recompute', run.id)
    assert.is(changed.code, 1)
    assert.match(JSON.stringify(changed.document.verdict.rules), 'results/episodes.ndjson')
    const other = await asked(shop, ...flags)
    const cells = shop.path('runs', other.id, 'results/cells.ndjson')
    writeFileSync(cells, readFileSync(cells, 'utf8').replaceAll('"suite_version":1', '"suite_version":99'))
    assert.is((await shop.tell(['eval', '--recompute', other.id])).code, 4)
    rmSync(shop.path('runs', other.id, 'results/episodes.ndjson'))
    assert.is((await shop.tell(['eval', '--recompute', other.id])).code, 4)
  },
  LIMIT_MS,
)

it(
  'suites of the caller are computed again, tested and compared from what the run kept, without the files',
  async () => {
    using shop = workshop()
    shop.put('cases.yaml', readFileSync(join(ROOT, 'fixtures/suites/two-room-cases.yaml')))
    shop.put(
      'strict.toml',
      'schema_version = 1\nname = "strict"\nkind = "counterfactual"\nquestion = "Does it react?"\nn = 24\nenvironments = ["two-room"]\n[[gates]]\nmetric = "cf_gain"\nrequire = {ci_low = {gte = 0.9}}\n',
    )
    const run = await asked(shop, '--suite', 'cases.yaml', '--suite', 'strict.toml', '--provider', 'zoo.gain-0.7')
    assert.is(run.code, 1)
    rmSync(shop.path('cases.yaml'))
    rmSync(shop.path('strict.toml'))
    const again = await asked(shop, '--recompute', run.id)
    assert.equal([again.code, again.result()], [1, run.result()])
    assert.equal(
      again.document.verdict.rules.filter(({id}: {id: string}) => id !== 'recompute'),
      run.document.verdict.rules,
    )
    shop.put(
      'loose.json',
      '{"schema_version": 1, "kind": "gate", "rules": [{"id": "gain", "select": {"suite": "strict"}, "metric": "cf_gain", "require": {"ci_low": {"gte": 0.1}}}]}',
    )
    assert.is((await asked(shop, '--recompute', again.id, '--gate', 'loose.json')).code, 0)
    assert.is((await shop.tell(['eval', '--selftest'])).code, 0)
    const {document} = await shop.ask(['runs', 'compare', run.id, again.id])
    const gain = document.comparisons[0].rows.find(({metric}: {metric: string}) => metric === 'cf_gain')
    assert.equal([gain.status, gain.effect.ci.method], ['equivalent', 'bca-paired'])
    const request = shop.path('runs', run.id, 'inputs/suite.json')
    writeFileSync(request, readFileSync(request, 'utf8').replace('"two-room"', '"one-room"'))
    assert.is((await asked(shop, '--recompute', run.id)).code, 1)
  },
  LIMIT_MS,
)

it.run()
