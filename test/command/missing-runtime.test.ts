import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {Assay} from '#provider/assay'
import {assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('missing runtime')
const PATH = process.env['PATH'] ?? ''
const NO_TORCH = 'the host has no module torch'

/** A bridge whose host lacks the packages of its model, as the shipped one says it. */
const BRIDGE = `
import {createInterface} from 'node:readline'
for await (const line of createInterface({input: process.stdin})) {
  const {id, op} = JSON.parse(line)
  if (op === 'shutdown') process.exit(0)
  const error = {code: 'runtime_missing', message: '${NO_TORCH}', retryable: false}
  console.log(JSON.stringify({v: 1, id, ok: false, error}))
}
`

/** Each names another thing that is not on this machine. */
const LACKS: readonly [what: string, command: (dir: string) => readonly string[], says: RegExp][] = [
  ['torch', (dir) => [process.execPath, join(dir, 'bridge.mjs')], /no module torch/],
  ['python', () => ['no-such-python-9'], /command cannot be started: no-such-python-9/],
  [
    'what a shell starts',
    () => ['/bin/sh', '-c', 'exec no-such-python-9'],
    /command cannot be started: sh: .*no-such-python-9/,
  ],
]

async function run(argv: readonly string[], command: (dir: string) => readonly string[], files = {}) {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'bridge.mjs'), BRIDGE)
  for (const [name, text] of Object.entries<string>(files)) writeFileSync(join(dir.path, name), text)
  const env = {PATH, LEWORLDMODEL_POLICY: 'pusht', ASSAY_BRIDGE_COMMAND: JSON.stringify(command(dir.path))}
  const {code, document} = await assayJson(argv, {cwd: dir.path, env})
  const [id = ''] = readdirSync(join(dir.path, 'runs')).filter((name) => /^\d{8}T/.test(name))
  const read = (path: string) => JSON.parse(readFileSync(join(dir.path, 'runs', id, path), 'utf8'))
  return {code, document, manifest: read('run_manifest.json'), trace: read('reports/workflow_trace.json')}
}

const BENCHMARK = ['benchmark', '--operation', 'score', '--iterations', '20', '--warmup', '0', '--provider', 'mock']
const EVAL = ['eval', '--suite', 'contract', '--n', '4', '--provider', 'mock', '--provider', 'leworldmodel']

for (const [what, command, says] of LACKS) {
  it(`a benchmark without ${what} skips that provider with its reason, and measures the others`, async () => {
    const both = [...BENCHMARK, '--provider', 'leworldmodel']
    const named = await run(both, command)
    assert.is(named.code, 4, JSON.stringify(named.document))
    assert.equal(
      named.document.rows.map((row: {provider: string; success_count: number}) => [row.provider, row.success_count]),
      [['mock', 20]],
    )
    const [, skipped] = named.document.planned
    assert.equal([skipped.outcome, skipped.reason], ['skipped', 'runtime_missing'])
    assert.match(skipped.missing.join(), says)
    assert.match(named.document.exit.reason, says)
    assert.equal([named.manifest.status, named.manifest.outcome.verdict], ['failed', 'inconclusive'])
    const allowed = await run([...both, '--allow-skip'], command)
    assert.equal([allowed.code, allowed.manifest.status, allowed.trace.status], [0, 'passed', 'success'])
  })

  it(`an evaluation without ${what} skips that provider with its reason, and evaluates the others`, async () => {
    const named = await run(EVAL, command)
    assert.is(named.code, 4, JSON.stringify(named.document))
    const providers = new Set(named.document.measurement.rows.map((row: {provider: string}) => row.provider))
    assert.equal([...providers], ['mock'])
    assert.match(named.document.exit.reason, says)
    const allowed = await run([...EVAL, '--allow-skip'], command)
    assert.equal([allowed.code, allowed.manifest.status, allowed.trace.status], [0, 'passed', 'success'])
  })
}

const [, torch] = LACKS[0] ?? []

it('alone it is a skipped run: 4 where it was named, 0 where a skip is allowed or a preset asks', async () => {
  const alone = ['benchmark', '--provider', 'leworldmodel', '--operation', 'score']
  const ends = [alone, [...alone, '--allow-skip'], ['benchmark', '--preset', 'prepared-host']]
  for (const [argv, code] of ends.map((flags, at) => [flags, at === 0 ? 4 : 0] as const)) {
    const {code: got, manifest, document} = await run(argv, torch as never)
    assert.equal([got, manifest.status], [code, 'skipped'], argv.join(' '))
    assert.ok(document.planned.length > 0 && document.rows.length === 0)
  }
})

it('in several processes it is skipped once, in trace and ledger', async () => {
  const flags = [...BENCHMARK, '--provider', 'leworldmodel', '--repeats', '2', '--allow-skip']
  const {code, document, trace} = await run(flags, torch as never)
  assert.is(code, 0)
  assert.equal(
    document.planned.map(({outcome}: {outcome: string}) => outcome),
    ['run', 'skipped'],
  )
  const skipped = trace.steps.filter(({status}: {status: string}) => status === 'skipped')
  const names = skipped.map(({step_id}: {step_id: string}) => step_id)
  assert.equal(names, ['benchmark.leworldmodel', 'benchmark.leworldmodel.score', 'benchmark.leworldmodel.score.r1'])
  assert.is(trace.status, 'success')
})

it('as steps of a job the others are measured, and a step says whether the skip is allowed', async () => {
  const step = (id: string, use: string, asked: object) => ({id, use, with: asked})
  const providers = ['mock', 'leworldmodel']
  const measured = {providers, operations: ['score'], iterations: 20, warmup: 0}
  const evaluated = {suite: 'contract', n: 4, providers}
  const jobOf = (allow_skip: boolean) =>
    JSON.stringify({
      schema_version: 1,
      name: 'both',
      steps: [
        step('speed', 'benchmark', {...measured, allow_skip}),
        step('contract', 'eval', {...evaluated, allow_skip}),
      ],
    })
  for (const [allowed, code] of [
    [false, 4],
    [true, 0],
  ] as const) {
    const ran = await run(['run', 'job.json'], torch as never, {'job.json': jobOf(allowed)})
    assert.is(ran.code, code, JSON.stringify(ran.document))
  }
})

it('the lifecycle says skipped, and why, where variables, a program or a package are missing', async () => {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'bridge.mjs'), BRIDGE)
  const command = JSON.stringify([process.execPath, join(dir.path, 'bridge.mjs')])
  const env = {PATH, JEPA_MODEL_NAME: 'm', LEROBOT_POLICY: 'p', ASSAY_BRIDGE_COMMAND: command}
  const assay = new Assay({env})
  const told = async (name: string) => {
    const [first, ...more] = await assay.start(name)
    assert.is(more.length, 0)
    return [first?.hook, first?.status, first?.skip_reason, first?.details['code']]
  }
  assert.equal(await told('jepa'), ['preflight', 'skipped', NO_TORCH, 'runtime_missing'])
  assert.equal(await told('lerobot'), ['preflight', 'skipped', NO_TORCH, 'runtime_missing'])
  const gr00t = await told('gr00t')
  assert.equal([gr00t[0], gr00t[1], gr00t[3]], ['preflight', 'skipped', 'unconfigured'])
  assert.equal((await told('genie'))[3], 'not_implemented')
  for (const name of ['jepa', 'gr00t']) {
    const {status, traffic} = await assay.readiness(name)
    assert.equal([status, traffic], ['provider_unconfigured', 'drain'])
  }
  await assay.close()
})

it('what a provider is and needs is shown on a machine that lacks its program, and how to get it', async () => {
  using dir = tempDir()
  const env = {PATH, LEWORLDMODEL_POLICY: 'pusht', ASSAY_BRIDGE_COMMAND: '["no-such-python-9"]'}
  const {code, document} = await assayJson(['provider', 'info', 'leworldmodel'], {cwd: dir.path, env})
  assert.equal([code, document.profile.name, document.descriptor], [0, 'leworldmodel', null])
  assert.match(document.diagnosis.skip_reason, /command cannot be started/)
})

it.run()
