import {readFileSync, writeFileSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {pngOf} from '#report/png'
import {asRunId} from '#run/layout'
import {ForgedRun} from '../support/forge/forged-run.ts'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('forged facts')
const LIMIT_MS = 120_000
const EVAL = ['eval', '--suite', 'invariants', '--provider', 'mock', '--env', 'two-room', '--n', '20']
const JOB = {
  schema_version: 1,
  name: 'nightly',
  inputs: {trials: {type: 'integer', default: 20}, word: {type: 'string', default: 'x'}},
  steps: [
    {id: 'look', use: 'doctor', with: {registered_only: true}},
    {
      id: 'say',
      use: 'exec',
      with: {argv: ['echo', 'said {inputs.word} of {matrix.side}']},
      matrix: {side: ['left', 'right']},
    },
    {
      id: 'physics',
      use: 'eval',
      with: {suite: 'invariants', providers: ['analytic'], env: 'two-room', n: '{inputs.trials}'},
    },
  ],
}

/** What a forger changes who makes every digest, chain and ledger right afterwards. */
type Change = (run: ForgedRun) => void

async function verified(shop: Workshop, id: string): Promise<{code: number; codes: string[]}> {
  const {code, document} = await shop.ask(['runs', 'verify', id])
  return {code, codes: (document.findings ?? []).map((one: {code: string}) => one.code)}
}

async function check(
  argv: readonly string[],
  changes: Readonly<Record<string, readonly [string, Change]>>,
): Promise<void> {
  for (const [name, [code, change]] of Object.entries(changes)) {
    using shop = workshop()
    shop.put('job.json', JSON.stringify(JOB))
    const id = (await shop.ask(argv)).document.run_id
    assert.equal(await verified(shop, id), {code: 0, codes: []}, name)
    const run = new ForgedRun(shop.root, asRunId(id))
    change(run)
    run.seal('rewritten')
    const seen = await verified(shop, id)
    assert.is(seen.code, 1, `${name}: ${seen.codes}`)
    assert.ok(seen.codes.includes(code), `${name}: ${seen.codes}`)
  }
}

const manifest =
  (name: string, value: string): Change =>
  (run) =>
    run.edit('run_manifest.json', (document) => void Object.assign(document, {[name]: value}))

const journal =
  (type: string, told: object): Change =>
  (run) => {
    const records = run.lines('journal.ndjson')
    const forged = records.map((one) =>
      one['type'] === type ? {...one, data: {...(one['data'] as object), ...told}} : one,
    )
    run.putLines('journal.ndjson', forged)
  }

it(
  'what a run tells of itself beside its results follows from them',
  async () => {
    await check(EVAL, {
      'another provider in lists and issues': ['result_contradiction', manifest('provider', 'groot')],
      'another capability': ['result_contradiction', manifest('capability', 'policy')],
      'another operation': ['result_contradiction', manifest('operation', 'policy')],
      'an empty log of events': ['event_count', (run) => run.put('logs/events.ndjson', '')],
      'a journal of another kind of run': ['journal_contradiction', journal('run.created', {kind: 'drill'})],
      'a report of somebody else': [
        'report_unknown',
        (run) => {
          run.put('reports/README.md', '# passed')
          run.edit('run_manifest.json', ({artifacts}) => {
            const told = {path: 'reports/README.md', kind: 'report', origin: 'child', media_type: 'text/markdown'}
            ;(artifacts as object[]).push({...told, sha256: `sha256:${'0'.repeat(64)}`, size_bytes: 0})
          })
        },
      ],
      'a report that nobody wrote': ['report_unknown', (run) => run.put('reports/acceptance.html', '<p>passed</p>')],
    })
  },
  LIMIT_MS,
)

it(
  'the pictures of what failed are drawn from the trials',
  async () => {
    await check(
      [
        'eval',
        '--suite',
        'closed-loop',
        '--env',
        'two-room',
        '--planner',
        'quick',
        '--n',
        '8',
        '--provider',
        'zoo.sign-flip',
      ],
      {
        'a picture of something else': [
          'result_contradiction',
          (run) => {
            const path = run.path('artifacts/failures/01.png')
            const png = readFileSync(path)
            const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
            writeFileSync(path, pngOf({width, height, rgb: new Uint8Array(3 * width * height)}))
          },
        ],
      },
    )
  },
  LIMIT_MS,
)

type Plan = {items: {step_id: string; unit: {with: Record<string, unknown>}}[]}
const plan =
  (change: (plan: Plan) => void): Change =>
  (run) =>
    run.edit('plan.json', (document) => change(document as unknown as Plan))

it(
  'the plan of a job is the one that its job gives, whatever its inputs were set to',
  async () => {
    await check(['run', 'job.json', '--set', 'trials=15', '--set', 'word=a {b} c', '--no-bundle'], {
      'a step less': ['plan_contradiction', plan(({items}) => void items.splice(0, 1))],
      'a cell less': ['plan_contradiction', plan(({items}) => void items.splice(2, 1))],
      'steps in another order': ['plan_contradiction', plan(({items}) => void items.reverse())],
      'another command': [
        'plan_contradiction',
        plan(({items}) => void Object.assign(items[1]?.unit.with ?? {}, {argv: ['true', 'said x of left']})),
      ],
      'another text around an input': [
        'plan_contradiction',
        plan(({items}) => void Object.assign(items[1]?.unit.with ?? {}, {argv: ['echo', 'shouted x of left']})),
      ],
      'another input than the identity has': [
        'plan_contradiction',
        plan(({items}) => void Object.assign(items[3]?.unit.with ?? {}, {n: 16})),
      ],
      'a job with a step less': [
        'results_missing',
        (run) => run.edit('inputs/job.json', (job) => void (job['steps'] as unknown[]).splice(0, 1)),
      ],
    })
  },
  LIMIT_MS,
)

it.run()
