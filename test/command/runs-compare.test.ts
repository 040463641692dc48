import {cpSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {runsCompareResult} from '#contract/generated/runs-compare-result'
import {parse} from '#contract/parse'
import {nodeProcessTable} from '#process/node-process-table'
import {systemClock} from '#random/system-clock'
import {createRun} from '#run/create-run'
import {openWorkspace} from '#run/open-workspace'
import {runRig, TRIAL} from '../support/run-rig.ts'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('runs compare')
const LIMIT_MS = 90_000
const EVAL = ['eval', '--suite', 'closed-loop', '--env', 'two-room', '--planner', 'quick', '--no-gate']

/** Runs an evaluation and gives its id. */
async function evaluated(shop: Workshop, ...flags: string[]): Promise<string> {
  return (await shop.ask([...EVAL, ...flags])).document.run_id
}

/** The workspace of all evaluations: they are only read, and the same one serves several tests. */
const evaluations = workshop()
const base = onceOnly(() => evaluated(evaluations))
const again = onceOnly(() => evaluated(evaluations))
const few = onceOnly(() => evaluated(evaluations, '--n', '8'))
it.after(() => evaluations[Symbol.dispose]())

function onceOnly(make: () => Promise<string>): () => Promise<string> {
  let made: Promise<string> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Measures one operation and gives the id. */
async function measured(shop: Workshop, ...flags: string[]): Promise<string> {
  return (await shop.ask(['benchmark', '--operation', 'predict', '--warmup', '0', '--iterations', '60', ...flags]))
    .document.run_id
}

async function compared(shop: Workshop, ...argv: string[]) {
  const {code, document} = await shop.ask(['runs', 'compare', ...argv])
  const result = parse(runsCompareResult, document)
  const [first] = result.comparisons
  const row = (metric: string) => first?.rows.find((one) => one.metric === metric)
  return {code, result, first, row}
}

it(
  'the same model is equivalent, a worse one regressed, and a better one improved',
  async () => {
    const shop = evaluations
    const [good, twin, bad] = [await base(), await again(), await evaluated(shop, '--provider', 'zoo.sign-flip')]
    const same = await compared(shop, good, twin)
    assert.equal(
      [same.code, same.row('success_rate')?.status, same.row('spl')?.status],
      [0, 'equivalent', 'equivalent'],
    )
    assert.ok(same.first?.result_digest_equal && same.row('success_rate')?.effect?.identical)
    const worse = await compared(shop, good, bad)
    assert.equal([worse.code, worse.row('success_rate')?.status], [1, 'regressed'])
    assert.is(worse.row('success_rate')?.effect?.ci.method, 'newcombe-paired')
    assert.is(worse.row('spl')?.effect?.ci.method, 'bca-paired')
    assert.ok((worse.row('success_rate')?.p_difference ?? 1) < 1e-5)
    assert.equal([worse.first?.failures.came.length, worse.first?.failures.went.length], [20, 0])
    const better = await compared(shop, bad, good)
    assert.equal([better.code, better.row('success_rate')?.status], [0, 'improved'])
    assert.is(better.first?.failures.went.length, 20)
    const both = await compared(shop, good, twin, bad)
    assert.equal([both.code, both.result.comparisons.length, both.result.verdict.rules.length], [1, 2, 2])
  },
  LIMIT_MS,
)

it(
  'what the runs do not share is named, and nothing is concluded from it',
  async () => {
    const shop = evaluations
    const seed = await compared(shop, await base(), await evaluated(shop, '--seed', '7'))
    assert.equal([seed.code, seed.row('success_rate')?.status], [4, 'incomparable'])
    assert.match(seed.row('success_rate')?.reason ?? '', 'another input digest')
    assert.equal(
      seed.first?.contract.filter(({ok}) => !ok).map(({field}) => field),
      ['input_digest'],
    )
    const less = await compared(shop, await base(), await few())
    assert.is(less.code, 4)
    assert.equal(
      less.row('success_rate')?.broken.map(({field, base: least, candidate}) => [field, least, candidate]),
      [['trials', 20, 8]],
    )
    assert.is((await compared(shop, await base(), await few(), '--no-gate')).code, 0)
  },
  LIMIT_MS,
)

it(
  'a gate file decides with the base as its baseline, a run is found by folder, and changed evidence fails',
  async () => {
    const shop = evaluations
    const [good, other] = [await base(), await evaluated(shop, '--provider', 'zoo.gain-0.7')]
    const gate = (margin: number) => `schema_version: 1
kind: gate
rules: [{id: kept, select: {suite: closed-loop}, metric: success_rate, versus: baseline, non_inferior: {margin: ${margin}}}]
`
    shop.put('gate.yaml', gate(0.3))
    const judged = await compared(shop, good, other, '--gate', 'gate.yaml')
    assert.equal([judged.code, judged.result.verdict.basis], [0, 'gate'])
    shop.put('gate.yaml', gate(0.05))
    assert.is((await compared(shop, good, other, '--gate', 'gate.yaml')).code, 4)
    assert.is((await shop.tell(['runs', 'compare', good, other, '--gate', 'gate.yaml', '--no-gate'])).code, 2)
    const copy = shop.path('elsewhere')
    cpSync(shop.path('runs', good), copy, {recursive: true})
    assert.is((await compared(shop, 'elsewhere', good)).code, 0)
    const episodes = join(copy, 'results', 'episodes.ndjson')
    writeFileSync(episodes, readFileSync(episodes, 'utf8').replace('"success":true', '"success":false'))
    const changed = await compared(shop, 'elsewhere', good)
    assert.equal([changed.code, changed.first?.base.damaged], [1, ['results/episodes.ndjson']])
    // That files were changed is told first, even where nothing can be read of them any more.
    writeFileSync(episodes, '{"suite": ')
    const torn = await compared(shop, good, 'elsewhere')
    assert.equal([torn.code, torn.first?.candidate.damaged, torn.first?.rows], [1, ['results/episodes.ndjson'], []])
    assert.match(torn.result.exit.reason, 'integrity')
    assert.is((await compared(shop, 'elsewhere', good, '--gate', 'gate.yaml')).code, 1)
  },
  LIMIT_MS,
)

it('benchmarks of one process are open, of another load incomparable, and reading leaves no run', async () => {
  using shop = workshop()
  const [base, again] = [await measured(shop), await measured(shop)]
  const same = await compared(shop, base, again)
  assert.is(same.code, 4)
  assert.equal(
    ['response_ms.p50', 'success_rate'].map((metric) => same.row(metric)?.status),
    ['inconclusive', 'equivalent'],
  )
  assert.match(same.row('response_ms.p50')?.reason ?? '', '1 of the 5 processes')
  assert.is(same.row('response_ms.p50')?.margin.toFixed(2), '1.05')
  const [rule] = same.result.verdict.rules.filter(({metric}: {metric: string}) => metric === 'response_ms.p50')
  assert.equal([rule?.estimate, rule?.threshold], [null, undefined])
  const {out} = await shop.tell(['runs', 'compare', base, again])
  assert.match(out, /not compared\nrow +why\nmock\/predict\/response_ms\.p50 +1 of the 5 processes/)
  assert.not.match(out, /not measured|difference > -/)
  const loaded = await compared(shop, base, await measured(shop, '--concurrency', '2'))
  assert.equal([loaded.code, loaded.row('success_rate')?.status], [4, 'incomparable'])
  assert.match(loaded.row('success_rate')?.reason ?? '', 'another concurrency')
  assert.is(shop.runs().length, 3)
})

it('every format tells the same', async () => {
  using shop = workshop()
  const run = await measured(shop)
  for (const [format, word] of [
    ['markdown', 'inconclusive'],
    ['csv', 'inconclusive'],
    ['junit', 'type="inconclusive"'],
    ['html', 'inconclusive'],
  ] as const) {
    const {code, out} = await shop.tell(['runs', 'compare', run, run, '--format', format])
    assert.is(code, 4, format)
    assert.match(out, word)
  }
})

it('what cannot be compared is refused', async () => {
  using shop = workshop()
  const run = await shop.run()
  const evaluation = await evaluated(shop, '--n', '1')
  const refused = async (...argv: string[]) => (await shop.tell(['runs', 'compare', ...argv])).code
  assert.is(await refused(run), 2)
  assert.is(await refused(run, '20261121T074233417Z-k3q7xz'), 2)
  assert.is(await refused(run, 'nowhere'), 2)
  assert.is(await refused(run, evaluation), 2)
  for (const margin of ['0', '1', '-1', 'x', '']) assert.is(await refused(run, run, '--margin', margin), 2, margin)
  shop.put('broken/run_manifest.json', '{}')
  assert.is(await refused(run, 'broken'), 2)
})

it('a run that has no end may have lost its owner, and nobody is told only to wait', async () => {
  using shop = workshop()
  const run = await shop.run()
  using rig = runRig({processes: nodeProcessTable, clock: systemClock})
  const open = await createRun(await openWorkspace(shop.root, rig.ports), TRIAL, rig.ports)
  await open.journal.close()
  const {code, err} = await shop.tell(['runs', 'compare', open.runId, run])
  assert.is(code, 7)
  assert.match(err, 'it is under way, or its owner ended before it did')
  assert.match(err, `assay runs show ${open.runId} tells which`)
  assert.not.match(err, 'Wait for it to end')
})

it.run()
