import {globSync, readFileSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {nodeFiles} from '#path/node-files'
import {quickDrill} from '../support/drill-ways.ts'
import type {ForgedRun, Json} from '../support/forge/forged-run.ts'
import {untoldForgeries} from '../support/forge/untold-forgeries.ts'
import type {RigOptions} from '../support/hall-rig.ts'
import {hostEnv, writeTarget} from '../support/second-host/host-target.ts'
import {startSecondHost} from '../support/second-host/second-host.ts'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('interrupted sets of drills and checks')
const env = {PATH: process.env['PATH'] ?? ''}
const LIMIT_MS = 240_000

type Tree = {[key: string]: Json}

const FAILS = quickDrill('{state: {equals: other}}').replace('id: quick', 'id: own-fails')
/** Its signal never comes, and it has time: it is not looked for as often. */
const WAITS = quickDrill('{state: {equals: other}}')
  .replace('id: quick', 'id: own-drill')
  .replace('within_s: 1', 'within_s: 50')
  .replace('every_ms: 20', 'every_ms: 200')

const DRILLS: readonly string[] = ['drills', 'own-fails.yaml', 'own-drill.yaml']

async function verifies(shop: Workshop, id: string): Promise<void> {
  const {code, document} = await shop.ask(['runs', 'verify', id])
  assert.equal([code, document.findings], [0, []])
}

/** Ctrl-C as soon as the second of two drills has damaged its file. */
async function stopSecond(
  shop: Workshop,
  signal: 'SIGINT' | 'SIGTERM',
  words = DRILLS,
  further: Pick<RigOptions, 'ports'> = {},
) {
  const control = new AbortController()
  shop.put('own-fails.yaml', FAILS)
  shop.put('own-drill.yaml', WAITS)
  const watch = setInterval(() => {
    const [note] = globSync(shop.path('runs/.state/drills/*/own-drill/home/note.txt'))
    if (note !== undefined && readFileSync(note, 'utf8') === 'all') control.abort(signal)
  }, 25)
  const options = {env, signal: control.signal, interruptedBy: signal, ...further}
  const {code, out} = await shop.tell([...words, '--output', 'told.json'], options)
  clearInterval(watch)
  return {code, out, document: JSON.parse(shop.read('told.json'))}
}

// The job below is ended by SIGTERM as well.
for (const [signal, exit, declare] of [
  ['SIGINT', 130, it],
  ['SIGTERM', 143, it.deep],
] as const) {
  declare(
    `${signal} during the second drill keeps what the first one came to, and says that the second was put back`,
    async () => {
      using shop = workshop()
      const {code, out, document} = await stopSecond(shop, signal)
      assert.equal([code, document.exit.code], [exit, exit])
      const verdicts = document.drills.map(({id, verdict}: Tree) => `${id} ${verdict}`)
      assert.equal(verdicts, ['own-fails fail', 'own-drill interrupted'])
      const id = document.run_id
      const {planned, run, failed, errored, not_run} = JSON.parse(shop.read('runs', id, 'results/verdict.json')).counts
      assert.equal([planned, run, failed, errored, not_run], [2, 2, 1, 1, 0])
      const [headline] = out.split('\n').filter((line) => line.includes('own-drill was put back'))
      assert.match(headline ?? '', /own-fails failed/)
      const page = shop.read('runs', id, 'reports/report.md')
      assert.match(page, /own-fails \| fail/)
      assert.match(page, /Course of own-fails/)
      assert.equal(globSync(shop.path('runs/.state/drills/*')), [])
      await verifies(shop, id)
    },
    LIMIT_MS,
  )
}

it(
  'a signal before the first drill ends leaves a set of which all is still to be done',
  async () => {
    using shop = workshop()
    shop.put('own.yaml', FAILS)
    const options = {env, signal: AbortSignal.abort('SIGINT'), interruptedBy: 'SIGINT'} as const
    const {code, document} = await shop.ask(['drills', 'own.yaml'], options)
    assert.equal([code, document.drills], [130, []])
    const {planned, run, not_run} = document.verdict.counts
    assert.equal([planned, run, not_run], [1, 0, 1])
    await verifies(shop, document.run_id)
  },
  LIMIT_MS,
)

it(
  'an interrupted set of drills with --bundle makes none, as its help says',
  async () => {
    using shop = workshop()
    const {document} = await stopSecond(shop, 'SIGINT', [...DRILLS, '--bundle'])
    assert.equal([document.bundle, globSync(shop.path('issue-bundles/*'))], [null, []])
    const help = (await shop.tell(['drills', '--help'])).out.replaceAll(/\s+/g, ' ')
    assert.match(help, /whatever the drills came to, but for an interrupt/)
  },
  LIMIT_MS,
)

it(
  'an interrupted set of drills that says another end than its records is told',
  async () => {
    using shop = workshop()
    const {document} = await stopSecond(shop, 'SIGINT')
    const record = 'results/drills/own-fails.json'
    const verdict = (change: (one: Tree) => void) => (run: ForgedRun) => run.edit('results/verdict.json', change)
    const passes = (run: ForgedRun) => {
      run.edit(record, (one) => Object.assign(one, {verdict: 'pass', reasons: []}))
      run.edit('results/result.json', ({drills}) =>
        Object.assign((drills as Tree[])[0] ?? {}, {verdict: 'pass', reasons: []}),
      )
    }
    const told = await untoldForgeries(shop.root, document.run_id, {
      'counts of nothing': verdict((one) => {
        for (const key of Object.keys(one['counts'] as Tree)) (one['counts'] as Tree)[key] = 0
      }),
      'no drill failed': verdict((one) => Object.assign(one['counts'] as Tree, {failed: 0, passed: 1})),
      'a failed drill that passed': passes,
      'another end': verdict((one) =>
        Object.assign(one, {state: 'inconclusive', exit: {code: 4, name: 'inconclusive', reason: 'open'}}),
      ),
      'no drill was interrupted': (run) => {
        const calm = {verdict: 'restored'}
        run.edit('results/drills/own-drill.json', (one) => Object.assign(one, calm))
        run.edit('results/result.json', ({drills}) => Object.assign((drills as Tree[])[1] ?? {}, calm))
      },
      'a drill that is left out of the sum': (run) =>
        run.edit('results/result.json', (one) => {
          one['drills'] = (one['drills'] as Json[]).slice(1)
        }),
    })
    assert.equal(told, [])
  },
  LIMIT_MS,
)

it(
  'one of an earlier version, which kept its records and told nothing of them, is still verified',
  async () => {
    using shop = workshop()
    const {directories} = nodeFiles
    // That is where such versions stopped.
    const removeTree = async (path: string) => {
      await directories.removeTree(path)
      if (/\.state.drills.[^/\\]+$/.test(path)) throw new Error('stopped')
    }
    const files = {...nodeFiles, directories: {...directories, removeTree}}
    const {code, document} = await stopSecond(shop, 'SIGINT', DRILLS, {ports: {files}})
    const {basis, counts} = JSON.parse(shop.read('runs', document.run_id, 'results/verdict.json'))
    assert.equal([code, basis, counts.planned], [130, 'none', 0])
    assert.is(globSync(shop.path('runs', document.run_id, 'results/drills/*.json')).length, 2)
    await verifies(shop, document.run_id)
  },
  LIMIT_MS,
)

it(
  'a job that is interrupted in a set of drills, or one that runs past its time, keeps what it came to and is verified',
  async () => {
    using shop = workshop()
    const job = (limit: string) =>
      `schema_version: 1\nname: j\nsteps:\n  - {id: d, use: drill, ${limit}with: {files: [own-fails.yaml, own-drill.yaml]}}\n`
    shop.put('job.yaml', job(''))
    const stopped = await stopSecond(shop, 'SIGTERM', ['run', 'job.yaml'])
    assert.is(stopped.code, 143)
    // Time for the first drill on a machine that is busy, and far too little for the second.
    shop.put('job.yaml', job('timeout: 20s, '))
    const late = await shop.ask(['run', 'job.yaml'], {env})
    assert.match(late.document.items[0].reason, /ran past its timeout/)
    for (const {document} of [stopped, late]) {
      await verifies(shop, document.run_id)
      const records = globSync(shop.path('runs', document.run_id, 'items/*/results/drills/*.json'))
      assert.is(records.length, 2)
    }
  },
  LIMIT_MS,
)

/** SIGHUP while one of the checks asks, once another has ended. */
async function stopChecks(shop: Workshop, host: Awaited<ReturnType<typeof startSecondHost>>) {
  const control = new AbortController()
  writeTarget(shop.root, [host], {checks: {mutate: false}})
  const watch = setInterval(() => {
    if (globSync(shop.path('runs/*/results/checks/auth.positive.json')).length > 0) control.abort('SIGHUP')
  }, 1)
  const options = {env: hostEnv(host), signal: control.signal, interruptedBy: 'SIGINT'} as const
  const told = await shop.ask(['node', 'check', '--target', 'target.json'], options)
  clearInterval(watch)
  return told
}

it(
  'a node check that is interrupted keeps the checks that had ended, in counts, table and cases',
  async () => {
    using shop = workshop()
    await using host = await startSecondHost()
    const {code, document} = await stopChecks(shop, host)
    assert.is(code, 130)
    const id = document.run_id
    const kept = globSync(shop.path('runs', id, 'results/checks/*.json')).length
    assert.is(document.checks.length, kept)
    assert.ok(kept > 0)
    const {planned, run, skipped, not_run} = document.verdict.counts
    const {checks} = JSON.parse(shop.read('runs', id, 'inputs/request.json'))
    assert.equal([planned, run + skipped, not_run], [checks.length, kept, checks.length - kept])
    assert.match(document.exit.reason, new RegExp(`${kept} of ${checks.length} checks had ended`))
    assert.match(shop.read('runs', id, 'reports/report.md'), /auth\.positive \| pass/)
    await verifies(shop, id)
    const told = await untoldForgeries(shop.root, id, {
      'counts of nothing': (one) =>
        one.edit('results/verdict.json', ({counts}) => {
          for (const key of Object.keys(counts as Tree)) (counts as Tree)[key] = 0
        }),
      'a check that failed': (one) =>
        one.edit('results/checks/auth.positive.json', (record) =>
          Object.assign(record, {status: 'fail', reason: 'three refs were lost'}),
        ),
      'all that were asked passed': (one) =>
        one.edit('results/verdict.json', (verdict) =>
          Object.assign(verdict, {state: 'pass', exit: {code: 0, name: 'ok', reason: 'all passed'}}),
        ),
    })
    assert.equal(told, [])
  },
  LIMIT_MS,
)

it(
  'one that looks again and again keeps what its looks came to',
  async () => {
    using shop = workshop()
    await using host = await startSecondHost()
    const control = new AbortController()
    writeTarget(shop.root, [host], {checks: {mutate: false}})
    const watch = setInterval(() => {
      const [series] = globSync(shop.path('runs/*/results/series.ndjson'))
      if (series !== undefined && readFileSync(series, 'utf8').split('\n').length > 4) control.abort('SIGTERM')
    }, 5)
    const only = ['--only', 'health.ready', '--only', 'auth.positive']
    const line = [
      'node',
      'check',
      '--target',
      'target.json',
      '--mode',
      'observe',
      '--for',
      '10m',
      '--every',
      '100ms',
      ...only,
    ]
    const options = {env: hostEnv(host), signal: control.signal, interruptedBy: 'SIGTERM'} as const
    const {code, document} = await shop.ask(line, options)
    clearInterval(watch)
    assert.equal([code, document.checks.map(({status}: Tree) => status)], [143, ['pass', 'pass']])
    await verifies(shop, document.run_id)
  },
  LIMIT_MS,
)

it.run()
