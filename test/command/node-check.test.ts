import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {nodeCheckRecord} from '#contract/generated/node-check-record'
import {nodeCheckResult} from '#contract/generated/node-check-result'
import type {NodeCheckResult} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {closedPort} from '../support/closed-port.ts'
import {rotated} from '../support/depth.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {hostEnv, writeTarget} from '../support/second-host/host-target.ts'
import {MATRIX} from '../support/second-host/matrix.ts'
import {MatrixBench} from '../support/second-host/matrix-bench.ts'
import {type SecondHost, startSecondHost} from '../support/second-host/second-host.ts'
import {spec} from '../support/spec.ts'
import {findAll, readXml} from '../support/strict-xml.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('node check')

async function scene() {
  const dir = tempDir()
  const port = await closedPort()
  const host = await startSecondHost({hookTargets: [`127.0.0.1:${port}`]})
  const receiver = {public_url: `http://127.0.0.1:${port}/hook`, listen: `127.0.0.1:${port}`}
  writeTarget(dir.path, [host], {checks: {mutate: true, receiver}})
  const options = {cwd: dir.path, env: hostEnv(host)}
  return {
    dir,
    host,
    options,
    check: async (...argv: string[]) => {
      const {code, document} = await assayJson(['node', 'check', '--target', 'target.json', ...argv], options)
      const result = parse(nodeCheckResult, document)
      assert.is(result.exit.code, code)
      return {code, result, status: statusesOf(result)}
    },
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]()
      dir[Symbol.dispose]()
    },
  }
}

const statusesOf = ({checks}: NodeCheckResult) => new Map(checks.map(({id, status}) => [id, status]))

it('an honest host of another make passes what users do, and nothing of ours is left on it', async () => {
  await using rig = await scene()
  const {code, result, status} = await rig.check()
  const bad = result.checks.filter((one) => !['pass', 'skip'].includes(one.status))
  assert.equal([code, bad], [0, []])
  for (const id of ['git.roundtrip', 'hook.delivery', 'auth.negative', 'token.lifecycle', 'page.walk'])
    assert.is(status.get(id), 'pass', id)
  assert.equal([rig.host.state.repos, rig.host.state.keys, rig.host.state.hooks], [[], [], []])
  assert.is(rig.host.state.tokens.filter(({isRevoked}) => !isRevoked).length, 1)
  assert.ok(result.controls.length > 8 && result.controls.every(({seen}) => seen))
  const folder = join(rig.dir.path, result.run_path)
  const records = readdirSync(join(folder, 'results', 'checks'))
  assert.is(records.length, result.checks.length)
  for (const name of records)
    parse(nodeCheckRecord, JSON.parse(readFileSync(join(folder, 'results', 'checks', name), 'utf8')))
  const ready = JSON.parse(readFileSync(join(folder, 'results', 'checks', 'health.ready.json'), 'utf8'))
  assert.equal([ready.field_paths, ready.target], [['status'], 'second'])
  assert.is(findAll(readXml(readFileSync(join(folder, 'reports', 'report.junit.xml'), 'utf8')), 'failure').length, 0)
  mustHoldNo(rig.host, folder)
  assert.not.ok(readdirSync(join(rig.dir.path, 'runs', '.state')).some((name) => name.startsWith('.tmp-bench')))
  assert.is((await assay(['runs', 'verify', 'latest'], rig.options)).code, 0)
  assert.is((await assay(['runs', 'bundle', 'latest'], rig.options)).code, 0)
})

/** No token of the host, alive or revoked, stands in any file of the run. */
function mustHoldNo({state}: SecondHost, folder: string): void {
  for (const name of readdirSync(folder, {recursive: true, encoding: 'utf8'})) {
    const path = join(folder, name)
    const text = existsSync(path) && !readdirSafe(path) ? readFileSync(path, 'latin1') : ''
    for (const {value} of state.tokens) assert.not.ok(text.includes(value), name)
  }
}

function readdirSafe(path: string): boolean {
  try {
    readdirSync(path)
    return true
  } catch {
    return false
  }
}

it('a target that may not be written to is only read', async () => {
  await using rig = await scene()
  writeTarget(rig.dir.path, [rig.host], {checks: {mutate: false}})
  const {status} = await rig.check('--skip', 'page.walk')
  for (const id of ['git.roundtrip', 'hook.delivery', 'token.lifecycle', 'ssh.key.lifecycle'])
    assert.is(status.get(id), 'skip', id)
  assert.is(status.get('auth.negative'), 'warn')
  assert.is(rig.host.state.tokens.length, 1)
})

it('a check that is required and cannot be asked leaves the verdict open', async () => {
  await using rig = await scene()
  writeTarget(rig.dir.path, [rig.host], {checks: {mutate: false, required: ['ver.binary']}})
  const quick = await rig.check('--mode', 'quick')
  assert.equal([quick.code, quick.result.verdict.state], [4, 'inconclusive'])
  const named = await rig.check('--only', 'data.repos')
  assert.equal([named.code, named.status.get('data.repos')], [4, 'skip'])
})

it('what the caller gets wrong ends before anything is asked', async () => {
  await using rig = await scene()
  const polls = rig.host.state.polls
  const refused = async (...argv: string[]) => (await assay(['node', 'check', ...argv], rig.options)).code
  assert.is(await refused(), 2)
  assert.is(await refused('--target', 'nowhere.json'), 2)
  for (const bad of ['1.x', '1.1', 'v1', 'latest'])
    assert.is(await refused('--target', 'target.json', '--to', bad), 2, bad)
  assert.is(await refused('--target', 'target.json', '--only', 'data.repo'), 2)
  assert.is(await refused('--target', 'target.json', '--mode', 'watch'), 2)
  assert.is(await refused('--target', 'target.json', '--baseline', '20261121T074233417Z-k3q7xz'), 2)
  const {PATH = ''} = rig.options.env
  assert.is((await assay(['node', 'check', '--target', 'target.json'], {...rig.options, env: {PATH}})).code, 2)
  writeFileSync(join(rig.dir.path, 'bad.json'), '{"schema_version": 1, "kind": "node-target"}')
  const {code, err} = await assay(['node', 'check', '--target', 'bad.json'], rig.options)
  assert.is(code, 2)
  for (const key of ['alias', 'environment', 'nodes']) assert.match(err, `lacks the key ${key}`)
  assert.is(rig.host.state.polls, polls)
  assert.not.ok(existsSync(join(rig.dir.path, 'runs')))
})

it('an interrupt ends it cleanly, with what was found until then', async () => {
  await using rig = await scene()
  const control = new AbortController()
  rig.host.state.onPoll = () => control.abort('SIGINT')
  const {code} = await assay(['node', 'check', '--target', 'target.json'], {
    ...rig.options,
    signal: control.signal,
    interruptedBy: 'SIGINT',
  })
  assert.is(code, 130)
  assert.is((await assay(['runs', 'verify', 'latest'], rig.options)).code, 0)
})

it('an interrupt in the middle of what a check makes takes that away again', async () => {
  await using rig = await scene()
  const control = new AbortController()
  const {state} = rig.host
  const isMidway = () => state.repos.length > 0 && state.tokens.some(({name}) => name.startsWith('assay-'))
  const watch = setInterval(() => isMidway() && control.abort('SIGINT'), 1)
  const line = ['node', 'check', '--target', 'target.json', '--only', 'auth.negative']
  const {code, err} = await assay(line, {...rig.options, signal: control.signal, interruptedBy: 'SIGINT'})
  clearInterval(watch)
  assert.is(code, 130, err)
  assert.ok(control.signal.aborted)
  const alive = state.tokens.filter(({isRevoked}) => !isRevoked)
  assert.equal([state.repos, state.keys, alive.length], [[], [], 1])
})

it('a job takes a baseline and checks against it, with a picture of each compared metric', async () => {
  await using rig = await scene()
  writeTarget(rig.dir.path, [rig.host], {checks: {mutate: false, skip: ['page.walk']}})
  const steps = '[{id: before, use: node.baseline, with: {target: target.json, window_ms: 1000}}]'
  writeFileSync(join(rig.dir.path, 'job.yaml'), `schema_version: 1\nname: j\nsteps: ${steps}\n`)
  assert.is((await assay(['run', 'job.yaml'], rig.options)).code, 0)
  const taken = await assayJson(['node', 'baseline', '--target', 'target.json', '--window', '1s'], rig.options)
  assert.is(taken.code, 0)
  const check =
    '[{id: check, use: node.check, with: {target: target.json, only: [met.compare, data.repos, health.ready], baseline: latest}}]'
  writeFileSync(join(rig.dir.path, 'job.yaml'), `schema_version: 1\nname: j\nsteps: ${check}\n`)
  const job = await assayJson(['run', 'job.yaml'], rig.options)
  // A host is slow where its machine is busy: that is for the check to say, and no fault of the job's.
  const [{reason}] = job.document.items
  assert.ok(job.code === 0 || /^1 of 3 rules failed: met\.compare\b/.test(reason), JSON.stringify(job.document))
  const {result} = await rig.check('--only', 'met.compare', '--baseline', 'latest')
  const page = readFileSync(join(rig.dir.path, result.run_path, 'reports', 'report.html'), 'utf8')
  assert.match(page, 'latency.read')
  assert.match(page, '<svg')
  const {rows} = JSON.parse(readFileSync(join(rig.dir.path, result.run_path, 'results', 'window.json'), 'utf8'))
  const isOfTime = (metric: string) => metric.startsWith('latency.') || metric === 'read.p99'
  assert.equal(
    rows.filter(({metric, state}: {metric: string; state: string}) => state === 'fail' && !isOfTime(metric)),
    [],
  )
})

const SAMPLE = [
  'ready-html',
  'page-gap',
  'repo-lost',
  'ref-moved',
  'revoked-accepted',
  'push-dropped',
  'hook-unsigned',
  'rate-sum-wrong',
  'height-text',
  'block-other',
  'metrics-secret',
  'metrics-fall',
  'revoked-in-git',
  'scopes-widen',
  'repo-opened',
  'hook-secret-listed',
  'height-swings',
  'one-process',
  'token-echoed',
]

const chosen = rotated(SAMPLE, 3)

let bench: Promise<MatrixBench> | undefined
/** Opened once for all who make hosts wrong and right again. */
const openBench = () => (bench ??= MatrixBench.open())
it.after(async () => (await bench)?.[Symbol.asyncDispose]())

it('checks see what is wrong with a host and blame nobody else; a sample of the matrix', async () => {
  const bench = await openBench()
  for (const mode of [undefined, 'upgraded', 'network', 'beside'] as const) {
    const rows = MATRIX.filter((row) => row.mode === mode && chosen.includes(row.fault))
    if (rows.length === 0) continue
    const honest = await bench.check(undefined, [...new Set(rows.flatMap(({seenBy}) => seenBy))], mode)
    assert.equal(
      honest.checks.filter(({status}) => status !== 'pass'),
      [],
      mode,
    )
    for (const row of rows) {
      const {checks, exit} = await bench.check(row, row.seenBy)
      assert.equal(
        checks.map(({id, status}) => [id, status]),
        row.seenBy.map((id) => [id, 'fail']).sort(byOrder(checks)),
        row.fault,
      )
      assert.is(exit.code, 1)
    }
  }
})

it('metrics that nobody writes any more leave open what runs', async () => {
  const bench = await openBench()
  const row = {fault: 'metrics-frozen', seenBy: ['met.scrape']} as const
  const {checks, exit} = await bench.check(row, row.seenBy)
  assert.equal([checks[0]?.status, exit.code], ['inconclusive', 4])
})

const byOrder = (checks: NodeCheckResult['checks']) => (a: readonly string[], b: readonly string[]) =>
  checks.findIndex(({id}) => id === a[0]) - checks.findIndex(({id}) => id === b[0])

it.run()
