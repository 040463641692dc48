// Counts no coverage: whole evaluations, whose lines smaller tests run too.
import * as assert from 'uvu/assert'
import {evalCell} from '#contract/generated/eval-cell'
import type {EvalRow, RuleOutcome} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('eval until decided')
const LIMIT_MS = 120_000
const PLACE = ['--suite', 'closed-loop', '--env', 'two-room', '--planner', 'quick']

async function asked(shop: Workshop, ...argv: string[]) {
  const {code, document} = await shop.ask(['eval', ...argv])
  const rules = document.verdict.rules as RuleOutcome[]
  const rows = (document.measurement?.rows ?? []) as EvalRow[]
  return {code, document, rules, rows, id: String(document.run_id), digest: document.result_digest}
}

const OPEN_JOB = `schema_version: 1
name: open
bundle: true
steps:
  - id: drive
    use: eval
    with: {providers: [analytic], suite: closed-loop, env: two-room, planner: quick, n: 2}
`

const stateOf = (rules: readonly RuleOutcome[], id: string) => rules.find((rule) => rule.id.endsWith(id))?.state

it(
  'a run ends its trials once decided, with the same bytes for one thread and two, and again when recomputed',
  async () => {
    using shop = workshop()
    const flags = [
      ...PLACE,
      '--until-decided',
      '--max-n',
      '60',
      '--provider',
      'analytic',
      '--provider',
      'zoo.sign-flip',
    ]
    const run = await asked(shop, ...flags, '--workers', '1')
    assert.is(run.code, 1)
    assert.equal(
      run.rows.filter(({metric}) => metric === 'success_rate').map(({n, ci, state}) => [n, ci?.method, state]),
      [
        [30, 'anytime', 'pass'],
        [10, 'anytime', 'fail'],
      ],
    )
    assert.is(shop.read('runs', run.id, 'results/episodes.ndjson').trimEnd().split('\n').length, 40)
    for (const line of shop.read('runs', run.id, 'results/cells.ndjson').trimEnd().split('\n')) {
      assert.equal(parse(evalCell, JSON.parse(line)).until_decided, {max_n: 60, fixed_n: null})
    }
    assert.is((await asked(shop, ...flags, '--workers', '2')).digest, run.digest)
    const again = await asked(shop, '--recompute', run.id)
    assert.equal([again.code, again.digest, stateOf(again.rules, 'recompute')], [1, run.digest, 'pass'])
    const compared = await shop.ask(['runs', 'compare', run.id, again.id])
    const statusOf = (provider: string) => {
      const rows = compared.document.comparisons[0].rows as {provider: string; metric: string; status: string}[]
      return rows.find((row) => row.provider === provider && row.metric === 'success_rate')?.status
    }
    // Ten trials are less than what counts as an overlap.
    assert.equal([statusOf('analytic'), statusOf('zoo.sign-flip')], ['equivalent', 'incomparable'])
  },
  LIMIT_MS,
)

it(
  'not worse than a baseline is decided pair by pair, and no further than the baseline goes',
  async () => {
    using shop = workshop()
    const base = await asked(shop, ...PLACE, '--n', '30', '--provider', 'analytic')
    const early = [...PLACE, '--until-decided', '--max-n', '60', '--baseline', base.id]
    const worse = await asked(shop, ...early, '--provider', 'zoo.sign-flip')
    assert.equal([worse.rows[0]?.n, stateOf(worse.rules, 'success_rate/baseline')], [20, 'fail'])
    const rule = (await asked(shop, ...early, '--provider', 'zoo.gain-0.7')).rules.find(({id}) =>
      id.endsWith('/baseline'),
    )
    assert.equal([rule?.ci?.method, rule?.n], ['anytime', 30])
  },
  LIMIT_MS,
)

it(
  'a gate file extends until its rules are decided; what cannot be decided early keeps its number of trials',
  async () => {
    using shop = workshop()
    const gate = (more: string) =>
      `schema_version: 1\nkind: gate\ndefaults: {on_inconclusive: extend${more}}\nrules:\n  - {id: task, metric: success_rate, require: {ci_low: {gte: 0.85}}}\n  - {id: above-floor, metric: success_rate, versus: random, superior: {margin: 0.1}}\n  - {id: clean, metric: violations, require: {estimate: {lte: 0}}}\n`
    shop.put('gate.yaml', gate(', max_n: 60'))
    shop.put('endless.yaml', gate(''))
    const run = await asked(shop, ...PLACE, '--n', '20', '--gate', 'gate.yaml')
    assert.equal([run.code, run.rows[0]?.n, run.rows[0]?.until_decided], [0, 40, {max_n: 60, fixed_n: 20}])
    assert.match(run.document.verdict.caveats.join('\n'), 'fixed: closed-loop violations')
    const short = await asked(shop, ...PLACE, '--n', '20', '--gate', 'gate.yaml', '--max-n', '30')
    assert.equal([short.code, short.rows[0]?.n], [4, 30])
    assert.equal([(await asked(shop, '--recompute', run.id)).digest], [run.digest])
    const refused = await shop.tell(['eval', ...PLACE, '--gate', 'endless.yaml'])
    assert.equal([refused.code, /\/defaults.*max_n/.test(refused.err)], [2, true])
  },
  LIMIT_MS,
)

it('flags that contradict each other, or extend nothing, are refused before anything runs', async () => {
  using shop = workshop()
  for (const more of [
    ['--until-decided', '--no-gate'],
    ['--until-decided', '--episode', 'eval:closed-loop:two-room:cross:1'],
    ['--fail-fast', '--episode', 'eval:closed-loop:two-room:cross:1'],
    ['--max-n', '50'],
    ['--until-decided', '--max-n', '0'],
    ['--concurrency', '0'],
    ['--concurrency', '1.5'],
  ]) {
    assert.is((await shop.tell(['eval', ...PLACE, ...more])).code, 2, more.join(' '))
  }
  assert.equal(shop.runs(), [])
})

it(
  'fail-fast ends the run at the first rule that has failed for good, and what did not run is told',
  async () => {
    using shop = workshop()
    const flags = [
      '--suite',
      'rollout',
      '--suite',
      'closed-loop',
      '--env',
      'two-room',
      '--planner',
      'quick',
      '--n',
      '20',
    ]
    const run = await asked(shop, ...flags, '--provider', 'zoo.sign-flip', '--fail-fast')
    assert.equal([run.code, run.document.exit.reason.includes('skill@8')], [1, true])
    assert.is(run.rows.find(({metric}) => metric === 'success_rate')?.n, 0)
    assert.match(run.document.verdict.caveats.join('\n'), 'as --fail-fast asks')
    const trace = JSON.parse(shop.read('runs', run.id, 'reports/workflow_trace.json'))
    assert.match(JSON.stringify(trace), 'the run had ended')
    assert.is((await asked(shop, ...flags, '--provider', 'analytic', '--fail-fast')).code, 0)
  },
  LIMIT_MS,
)

it('a name that nothing has is answered with the nearest ones', async () => {
  using shop = workshop()
  for (const [flag, wrong, right] of [
    ['--suite', 'closd-loop', 'closed-loop'],
    ['--env', 'two-rom', 'two-room'],
    ['--planner', 'standrd', 'standard'],
    ['--size', 'quik', 'quick'],
    ['--provider', 'analitic', 'analytic'],
  ] as const) {
    const {code, err} = await shop.tell(['eval', flag, wrong])
    assert.is(code, 2)
    assert.match(err, `Did you mean ${right}?`)
  }
})

it(
  'what stays open tells what would decide it and how long that takes, verifies all the same, and is bundled, alone and in a job',
  async () => {
    using shop = workshop()
    const run = await asked(shop, ...PLACE, '--n', '2')
    assert.is(run.code, 4)
    assert.match(shop.read('runs', run.id, 'reports/report.md'), /would be decided by 20 trials each, about \d+ s/)
    const {code, document} = await shop.ask(['runs', 'verify', run.id])
    assert.equal([code, document.findings], [0, []])
    assert.is((await shop.ask(['runs', 'bundle', run.id])).code, 0)
    shop.put('open.yaml', OPEN_JOB)
    const job = await shop.ask(['run', 'open.yaml', '--output', 'job.xml', '--dotenv', 'job.env'])
    assert.equal([job.code, job.document.bundle?.verified], [4, true])
    assert.match(shop.read('job.env'), 'inconclusive')
    // What is there and is no dotenv of ours stays.
    const other = await shop.ask(['run', 'open.yaml', '--dotenv', 'job.xml'])
    assert.equal([other.code, shop.read('job.xml').startsWith('<?xml')], [2, true])
  },
  LIMIT_MS,
)

it.run()
