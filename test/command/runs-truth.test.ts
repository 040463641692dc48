import {appendFileSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {asRunId} from '#run/layout'
import {ForgedRun} from '../support/forge/forged-run.ts'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('runs that are not what was recorded')
const COMMAND_MS = 60_000
const EVAL = ['eval', '--suite', 'contract', '--provider', 'mock', '--size', 'smoke']

const ledgerPath = (shop: Workshop) => shop.path('runs', 'ledger.ndjson')
const leavesOf = (shop: Workshop) => readFileSync(ledgerPath(shop), 'utf8').split('\n').filter(Boolean)
const putLeaves = (shop: Workshop, lines: readonly string[]) =>
  writeFileSync(ledgerPath(shop), lines.map((line) => `\n${line}\n`).join(''))

/** Two runs; what is done to the second one or to the ledger, and which findings `runs ledger` must name. */
const HISTORIES: readonly (readonly [string, readonly string[], (shop: Workshop, id: string) => void])[] = [
  ['nothing happened', [], () => undefined],
  ['a run was removed by hand', ['run_missing'], (shop, id) => rmSync(shop.path('runs', id), {recursive: true})],
  [
    'there are garbage lines',
    ['entry_unreadable', 'entry_unreadable'],
    (shop) => appendFileSync(ledgerPath(shop), 'x\n{"at":1}\n'),
  ],
  [
    'a run has an end and no beginning',
    ['ledger_contradiction'],
    (shop, id) =>
      putLeaves(
        shop,
        leavesOf(shop).filter((line) => !(line.includes(id) && line.includes('"event":"opened"'))),
      ),
  ],
  ['the ledger is missing', ['ledger_missing'], (shop) => rmSync(ledgerPath(shop))],
  ['the ledger is empty', ['ledger_missing'], (shop) => writeFileSync(ledgerPath(shop), '')],
  [
    'a run was changed',
    ['ledger_contradiction'],
    (shop, id) => appendFileSync(shop.path('runs', id, 'run_manifest.json'), '\n'),
  ],
  [
    'a run was damaged',
    ['run_unreadable'],
    (shop, id) => writeFileSync(shop.path('runs', id, 'run_manifest.json'), '{'),
  ],
  [
    'a leaf tells another end than the manifest',
    ['ledger_contradiction'],
    (shop) =>
      putLeaves(
        shop,
        leavesOf(shop).map((line, at) =>
          at === 3 ? line.replace('"passed"', '"failed"').replace('"pass"', '"fail"') : line,
        ),
      ),
  ],
  [
    'a second end was appended',
    ['ledger_contradiction'],
    (shop) =>
      putLeaves(shop, [
        ...leavesOf(shop),
        (leavesOf(shop)[3] ?? '').replace('"passed"', '"failed"').replace('"pass"', '"fail"'),
      ]),
  ],
  [
    'the leaves of a run were taken out',
    ['ledger_contradiction'],
    (shop) => putLeaves(shop, leavesOf(shop).slice(0, 2)),
  ],
  [
    'the leaf of its end was taken out',
    ['ledger_contradiction'],
    (shop) => putLeaves(shop, leavesOf(shop).slice(0, 3)),
  ],
  [
    'a crash cut the last leaf',
    ['ledger_contradiction'],
    (shop) => putLeaves(shop, [...leavesOf(shop).slice(0, 3), (leavesOf(shop)[3] ?? '').slice(0, 90)]),
  ],
  [
    'a crash cut a leaf that was written again',
    [],
    (shop) =>
      putLeaves(shop, [...leavesOf(shop).slice(0, 3), (leavesOf(shop)[3] ?? '').slice(0, 90), leavesOf(shop)[3] ?? '']),
  ],
  ['the last line has no end', [], (shop) => appendFileSync(ledgerPath(shop), '{"at":"2026-11')],
]

it(
  'are named by runs ledger, each with exit 1; what a crash leaves is told with exit 0',
  async () => {
    using shop = workshop()
    await shop.run()
    const id = await shop.run()
    const kept = [shop.path('runs'), shop.path('kept')] as const
    for (const [what, codes, change] of HISTORIES) {
      const {cpSync} = await import('node:fs')
      cpSync(kept[0], kept[1], {recursive: true})
      change(shop, id)
      const {code, document} = await shop.ask(['runs', 'ledger'])
      const found = document.findings.map((finding: {code: string}) => finding.code)
      assert.equal([found, code], [codes, codes.length > 0 ? 1 : 0], what)
      if (codes.length > 0) assert.match((await shop.tell(['runs', 'ledger'])).out, 'Does not fit', what)
      rmSync(kept[0], {recursive: true})
      renameSync(kept[1], kept[0])
    }
  },
  COMMAND_MS,
)

it(
  'that are older than the ledger, or from elsewhere, are told and can be used',
  async () => {
    using shop = workshop()
    using other = workshop()
    const old = await shop.run()
    rmSync(ledgerPath(shop))
    await shop.run()
    const foreign = await other.run()
    const {cpSync} = await import('node:fs')
    cpSync(other.path('runs', foreign), shop.path('runs', foreign), {recursive: true})
    const {code, document} = await shop.ask(['runs', 'ledger'])
    assert.equal([code, document.findings, document.unledgered], [0, [], [old, foreign].sort()])
    for (const id of [old, foreign]) {
      const verified = await shop.ask(['runs', 'verify', id])
      assert.is(verified.code, 0)
      const check = verified.document.checks.find(({name}: {name: string}) => name === 'ledger')
      assert.match(check.detail, 'does not know the run')
      assert.is((await shop.ask(['runs', 'bundle', id])).code, 0)
    }
    assert.is((await shop.ask(['runs', 'list', '--strict'])).document.entry_count, 3)
  },
  COMMAND_MS,
)

it(
  'are an issue of the list and the index, and neither verified, bundled nor signed',
  async () => {
    using shop = workshop()
    const id = await shop.run()
    await shop.ask(['keys', 'generate'])
    appendFileSync(shop.path('runs', id, 'run_manifest.json'), '\n')
    for (const command of ['list', 'index']) {
      const {code, document} = await shop.ask(['runs', command, '--strict'])
      assert.equal([code, document.entry_count, document.issues[0].reason], [1, 0, 'ledger_contradiction'], command)
    }
    assert.is((await shop.ask(['runs', 'verify', id])).code, 1)
    for (const more of [[], ['--sign', 'key.pem']]) {
      const {code, document} = await shop.ask(['runs', 'bundle', id, ...more])
      assert.equal([code, document.error.code], [1, 'ledger_contradiction'])
      assert.is(document.error.issues[0].pointer, 'runs/ledger.ndjson')
    }
  },
  COMMAND_MS,
)

it(
  'hold no secret in a manifest that verify would not find',
  async () => {
    using shop = workshop()
    const id = asRunId(await shop.run())
    for (const [key, value] of [
      ['api_key', `canary${'-'}4f9a2c77e1b8`],
      ['note', `https://host.test/a?X-Amz-Signature=${'ab12'.repeat(16)}`],
    ] as const) {
      const forged = new ForgedRun(shop.root, id)
      const before = forged.text('run_manifest.json')
      const ledger = readFileSync(ledgerPath(shop), 'utf8')
      forged.edit('run_manifest.json', (manifest) => Object.assign(manifest['input_summary'] ?? {}, {[key]: value}))
      forged.seal('rewritten')
      const {code, document} = await shop.ask(['runs', 'verify', id])
      assert.is(code, 1)
      assert.ok(
        document.findings.some(
          ({check, path}: {check: string; path: string}) => check === 'scan' && path === 'run_manifest.json',
        ),
        key,
      )
      forged.put('run_manifest.json', before)
      writeFileSync(ledgerPath(shop), ledger)
    }
  },
  COMMAND_MS,
)

it(
  'are not told as complete when a record of theirs was left out',
  async () => {
    using shop = workshop()
    const id = asRunId((await shop.ask(EVAL)).document.run_id)
    const forged = new ForgedRun(shop.root, id)
    // Too large for a bundle, and recorded as it is.
    forged.put('logs/events.ndjson', `${JSON.stringify({note: 'x'.repeat(1_000_001)})}\n`)
    forged.seal('rewritten')
    const {code, document} = await shop.ask(['runs', 'bundle', id])
    assert.equal([code, document.complete, document.incomplete_because], [1, false, ['record-left-out']])
    const verified = await shop.ask(['runs', 'verify', `issue-bundles/${id}`])
    assert.equal([verified.code, verified.document.complete], [0, false])
  },
  COMMAND_MS,
)

it(
  'pass without a rule, or keep nothing that their verdict follows from, and are not verified or not signed',
  async () => {
    using shop = workshop()
    await shop.ask(['keys', 'generate'])
    const made = await shop.ask([
      'eval',
      '--suite',
      'closed-loop',
      '--env',
      'two-room',
      '--provider',
      'analytic',
      '--n',
      '20',
    ])
    const forged = new ForgedRun(shop.root, asRunId(made.document.run_id))
    forged.remove('inputs/request.json')
    forged.remove('results/cells.ndjson')
    forged.seal('rewritten')
    const verified = await shop.ask(['runs', 'verify', made.document.run_id])
    const results = verified.document.checks.find(({name}: {name: string}) => name === 'results')
    assert.match(results.detail, 'as runs of older versions do')
    const signed = await shop.ask(['runs', 'bundle', made.document.run_id, '--sign', 'key.pem'])
    assert.equal([signed.code, signed.document.error.code], [1, 'evidence_untrue'])
    for (const name of ['results/verdict.json'])
      forged.edit(name, (verdict) => Object.assign(verdict, {basis: 'none', rules: []}))
    forged.seal('rewritten')
    assert.is((await shop.ask(['runs', 'verify', made.document.run_id])).code, 1)
  },
  COMMAND_MS,
)

it(
  'a run that ended well and has no rule is found, though nothing of it contradicts',
  async () => {
    using shop = workshop()
    const id = await shop.run()
    const forged = new ForgedRun(shop.root, asRunId(id))
    const bare = {basis: 'none', rules: [], claims: []}
    forged.edit('results/verdict.json', (verdict) => Object.assign(verdict, bare))
    forged.edit('reports/report.json', (report) => Object.assign(report['verdict'] as object, bare))
    forged.seal('rewritten')
    const {code, document} = await shop.ask(['runs', 'verify', id])
    const found = document.findings.map(({check, code, message}: Record<string, string>) => [check, code, message])
    assert.equal([code, found], [1, [['results', 'results_missing', 'it ended without rules']]])
  },
  COMMAND_MS,
)

it(
  'a run whose beginning the ledger lacks does not verify',
  async () => {
    using shop = workshop()
    const id = await shop.run()
    putLeaves(
      shop,
      leavesOf(shop).filter((line) => !line.includes('"event":"opened"')),
    )
    const {code, document} = await shop.ask(['runs', 'verify', id])
    const found = document.findings.map(({check, message}: Record<string, string>) => [check, message])
    assert.equal([code, found], [1, [['ledger', 'the ledger tells the end of the run and never its beginning']]])
  },
  COMMAND_MS,
)
const FAILING = ['eval', '--suite', 'invariants', '--provider', 'mock', '--env', 'two-room', '--n', '20']

it('a run of a version whose reports did not tell what failed trials showed first verifies', async () => {
  using shop = workshop()
  await shop.ask(FAILING)
  const [id = ''] = shop.runs()
  const forged = new ForgedRun(shop.root, asRunId(id))
  const reports = forged.files().filter((path) => path.startsWith('reports/report.'))
  assert.ok(reports.filter((path) => forged.text(path).includes('failed_trials')).length >= 3, 'they tell it now')
  for (const path of reports) {
    const text = forged.text(path)
    forged.put(path, text.replace(/<li>failed_trials: [^<]*<\/li>\n?|^.*failed_trials: .*\n/gm, ''))
  }
  const told = reports.filter((path) => forged.text(path).includes('failed_trials'))
  assert.equal(told, [])
  forged.seal('rewritten')
  const {code, out} = await shop.tell(['runs', 'verify', id])
  assert.is(code, 0, out)
})

it.run()
