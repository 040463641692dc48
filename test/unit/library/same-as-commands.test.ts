import {existsSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {Contract} from '#contract/contract'
import {benchmarkResult} from '#contract/generated/benchmark-result'
import {evalResult} from '#contract/generated/eval-result'
import {runJobResult} from '#contract/generated/run-result'
import {runsBundleResult} from '#contract/generated/runs-bundle-result'
import {runsCleanupResult} from '#contract/generated/runs-cleanup-result'
import {parse} from '#contract/parse'
import {BUNDLE_CHECKS} from '#evidence/verify/check-book'
import {
  benchmark,
  bundleRun,
  checkContract,
  checkHealth,
  cleanRuns,
  compareRuns,
  doctor,
  evaluate,
  generateKeys,
  indexRuns,
  listProviders,
  listRuns,
  recompute,
  runJob,
  selftestBenchmark,
  selftestEvaluation,
  showLedger,
  showProvider,
  showRun,
  verifyBundle,
  verifyRun,
} from '../../../src/index.ts'
import {assayJson} from '../../support/hall-rig.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('library and commands')
const LIMIT_MS = 120_000
const SMALL_JOB = `schema_version: 1
name: small
steps:
  - {id: call, use: benchmark, with: {providers: [mock], operations: [predict], iterations: 5, warmup: 0}}
`
const SMALL = {suites: ['contract'], providers: ['analytic'], environments: ['two-room'], n: 24}
const SMALL_ARGV = ['eval', '--suite', 'contract', '--provider', 'analytic', '--env', 'two-room', '--n', '24']

/** What the command says in the same folder. */
async function told(workspace: string, ...argv: string[]): Promise<unknown> {
  const needsPlace = !/^(provider (list|info|contract))/.test(argv.join(' '))
  const place = needsPlace ? ['--workspace-dir', workspace] : []
  return (await assayJson([...argv, ...place], {cwd: workspace})).document
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Times and what is measured anew, free space of the disk included, are no part of the comparison. */
function timeless(value: unknown): unknown {
  const text = JSON.stringify(value, (name, one) => (/_ms$|_at$|^health$|^checked/.test(name) ? undefined : one))
  return JSON.parse(text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|[\d.]+ [KMG]iB/g, 'measured'))
}

it(
  'what only reads says word for word what the command says',
  async () => {
    using dir = tempDir()
    const workspace = dir.path
    const {run_id: run} = await evaluate({workspace, ...SMALL})
    const made = await bundleRun({workspace, run})
    const bundle = join(workspace, made.path)
    assert.equal(plain(await listRuns({workspace})), await told(workspace, 'runs', 'list'))
    assert.equal(
      plain(await listRuns({workspace, kinds: ['eval'], limit: 1, strict: true})),
      await told(workspace, 'runs', 'list', '--kind', 'eval', '--limit', '1', '--strict'),
    )
    assert.equal(plain(await indexRuns({workspace})), await told(workspace, 'runs', 'index'))
    assert.equal(plain(await showRun({workspace, run})), await told(workspace, 'runs', 'show', run))
    assert.equal(plain(await showLedger({workspace})), await told(workspace, 'runs', 'ledger'))
    assert.equal(timeless(await verifyRun({workspace, run})), timeless(await told(workspace, 'runs', 'verify', run)))
    const verified = await verifyBundle({bundle})
    assert.is(verified.exit.name, 'ok')
    assert.equal(verified.checks.map(({name}) => name).sort(), Object.keys(BUNDLE_CHECKS).sort())
    assert.equal(
      timeless(await compareRuns({workspace, base: run, candidates: [run]})),
      timeless(await told(workspace, 'runs', 'compare', run, run)),
    )
    assert.equal(timeless(await selftestEvaluation({workspace})), timeless(await told(workspace, 'eval', '--selftest')))
    assert.equal(plain(await cleanRuns({workspace, keep: 0})), await told(workspace, 'runs', 'cleanup', '--keep', '0'))
    assert.equal(timeless(await doctor({workspace})), timeless(await told(workspace, 'doctor')))
    assert.equal(
      timeless(await checkHealth({workspace, provider: 'mock'})),
      timeless(await told(workspace, 'provider', 'health', 'mock')),
    )
    assert.equal(plain(await listProviders()), await told(workspace, 'provider', 'list'))
    assert.equal(plain(await showProvider({provider: 'mock'})), await told(workspace, 'provider', 'info', 'mock'))
    assert.equal(
      timeless(await checkContract({provider: 'mock'})),
      timeless(await told(workspace, 'provider', 'contract', 'mock')),
    )
  },
  LIMIT_MS,
)

it(
  'what writes gives documents of the published schemas, and the command makes the same of them',
  async () => {
    using dir = tempDir()
    const workspace = dir.path
    const fits = <T>(contract: Contract<T>, value: unknown) => void parse(contract, plain(value))
    const evaluated = await evaluate({workspace, ...SMALL, reports: ['eval.html', 'eval.xml', 'eval.json']})
    fits(evalResult, evaluated)
    assert.is(evaluated.exit.name, 'ok')
    assert.match(readFileSync(join(workspace, 'eval.html'), 'utf8'), '<html')
    assert.match(readFileSync(join(workspace, 'eval.xml'), 'utf8'), '<testsuites')
    assert.equal(JSON.parse(readFileSync(join(workspace, 'eval.json'), 'utf8')), plain(evaluated))
    const again = (await assayJson(SMALL_ARGV, {cwd: workspace})).document
    assert.is(again.result_digest, evaluated.result_digest)
    const recomputed = await recompute({workspace, run: evaluated.run_id})
    fits(evalResult, recomputed)
    assert.is(recomputed.verdict.state, 'pass')
    const measured = await benchmark({
      workspace,
      providers: ['mock'],
      operations: ['predict'],
      iterations: 5,
      warmUp: 0,
    })
    fits(benchmarkResult, measured)
    assert.is(measured.rows.length, 1)
    fits(benchmarkResult, await selftestBenchmark({workspace, operations: ['predict']}))
    writeFileSync(join(workspace, 'job.yaml'), SMALL_JOB)
    const job = await runJob({workspace, job: join(workspace, 'job.yaml'), bundle: true})
    fits(runJobResult, job)
    assert.is(job.bundle?.verified, true)
    await generateKeys({folder: workspace})
    const bundled = await bundleRun({workspace, run: evaluated.run_id, folder: 'mine', sign: 'key.pem', strict: true})
    fits(runsBundleResult, bundled)
    const demand = {key: join(workspace, 'key.pub.pem'), requireSignature: true}
    assert.is((await verifyBundle({bundle: join(workspace, 'mine'), ...demand})).exit.name, 'ok')
    const cleaned = await cleanRuns({workspace, keep: 0, apply: true})
    fits(runsCleanupResult, cleaned)
    assert.is(existsSync(join(workspace, evaluated.run_path)), false)
  },
  LIMIT_MS,
)

it(
  'a run tells how a command makes it again',
  async () => {
    using dir = tempDir()
    const workspace = dir.path
    await evaluate({workspace, ...SMALL, n: 3, noGate: true, timeLimitMs: 60_000})
    const {entries} = await indexRuns({workspace})
    const command =
      'assay eval --suite contract --provider analytic --env two-room --n 3 --no-gate --time-limit 60000ms'
    assert.is(entries[0]?.rerun_command, command)
    const {code} = await assayJson(command.split(' ').slice(1), {cwd: workspace})
    assert.is(code, 0)
  },
  LIMIT_MS,
)
it.run()
