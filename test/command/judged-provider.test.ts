import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {rotated} from '../support/depth.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'
import {workshop as emptyShop} from '../support/workshop.ts'

const it = spec('who is judged')
const PATH = {PATH: process.env['PATH'] ?? ''}
const COMMANDS = {
  eval: ['eval', '--suite', 'score-ranking', '--env', 'double-integrator', '--n', '1'],
  benchmark: ['benchmark', '--operation', 'score', '--iterations', '2', '--warmup', '0'],
}
const STEPS = {
  eval: 'use: eval, with: {suite: score-ranking, env: double-integrator, n: 1',
  benchmark: 'use: benchmark, with: {operations: [score], iterations: 2, warmup: 0',
}
const POLICY = `{timeout_seconds: 5, max_elapsed_seconds: null, retry: {max_attempts: 1, backoff_seconds: 0, backoff_multiplier: 1,
  max_backoff_seconds: 0, jitter: 0, max_retry_after_seconds: 0, retryable_status_codes: []}}`
const MINE = `export const assayProvider = {apiVersion: 1, create: () => ({
  profile: {name: 'mine', maturity: 'experimental', capabilities: ['score'], transport: 'in_process', deterministic: true,
    requires: {all_of: [], any_of: []}, optional: [], max_probe_level: 'configured', idempotent: [],
    request_policy: {health: ${POLICY}, request: ${POLICY}}},
  descriptor: {observation: 'state'},
  score: ({action_candidates}) => ({scores: Array(action_candidates.shape[1]).fill(1), lower_is_better: true}),
  probe: (level) => ({level, ok: true, detail: 'fine'})})}`
const LACKING = {
  name: 'far-model',
  transport: 'http',
  capabilities: ['score'],
  base_url: 'http://127.0.0.1:9',
  token_env: 'FAR_TOKEN',
}

function workshop() {
  const dir = tempDir()
  const put = (name: string, text: string) => writeFileSync(join(dir.path, name), text)
  put('mine.mjs', MINE)
  put('broken.mjs', 'throw new Error("no weights")')
  put('lacking.json', JSON.stringify({schema_version: 1, providers: [LACKING]}))
  for (const name of ['gr00t', 'mine', 'nothere'])
    put(`${name}.yaml`, `schema_version: 1\nname: ci\nproviders: [${name}]\n`)
  for (const kind of ['eval', 'benchmark'] as const) {
    const job = (more: string) => `schema_version: 1\nname: j\nsteps:\n  - {id: a, ${STEPS[kind]}${more}}}\n`
    put(`${kind}.job.yaml`, job(''))
    put(`${kind}.named.yaml`, job(', providers: [gr00t]'))
  }
  return {path: dir.path, [Symbol.dispose]: () => dir[Symbol.dispose]()}
}

for (const kind of ['eval', 'benchmark'] as const) {
  const say = COMMANDS[kind]

  it(`${kind}: what a flag or a variable brings in is what is judged, and the headline says so`, async () => {
    using dir = workshop()
    const ways = [
      {argv: [...say, '--provider-module', './mine.mjs'], env: PATH},
      {argv: say, env: {...PATH, ASSAY_PROVIDER_MODULES: './mine.mjs'}},
    ]
    for (const {argv, env} of ways) {
      const {document} = await assayJson(argv, {cwd: dir.path, env})
      const rows = document.measurement?.rows ?? document.rows
      assert.ok(rows.length > 0 && rows.every(({provider}: {provider: string}) => provider === 'mine'))
    }
    const {out} = await assay([...say, '--provider-module', './mine.mjs'], {cwd: dir.path, env: PATH})
    assert.match(out, /^(Evaluation|Benchmark) of mine/)
  })

  it(`${kind}: what cannot be loaded is refused in every way it may be named, whoever else is named`, async () => {
    using dir = workshop()
    const options = {cwd: dir.path, env: PATH}
    const bringing = (spec: string) => ['--provider-module', spec]
    const ways = [
      [...say, ...bringing('./nothere.mjs')],
      [...say, ...bringing('./nothere.mjs'), '--provider', 'analytic'],
      [...say, ...bringing('./broken.mjs')],
      ['run', `${kind}.job.yaml`, ...bringing('./nothere.mjs')],
      [...say, ...bringing('./nothere.mjs'), '--profile', 'gr00t.yaml'],
      [...say, ...bringing('no-such-package')],
    ]
    for (const argv of rotated(ways, 2)) {
      const {code, err} = await assay(argv, options)
      assert.is(code, 2, argv.join(' '))
      assert.match(err, /could not be loaded/)
    }
    const byVariable = await assay(say, {cwd: dir.path, env: {...PATH, ASSAY_PROVIDER_MODULES: './nothere.mjs'}})
    assert.not.match(byVariable.err, 'serve-module')
    assert.is(byVariable.code, 2)
    assert.is((await assay([...say, '--providers', './nothere.json'], options)).code, 2)
    assert.is((await assay([...say, '--profile', 'nothere.yaml'], options)).code, 2)
  })

  it(`${kind}: what lost its credential is never green, by flag, file, profile or job`, async () => {
    using dir = workshop()
    const options = {cwd: dir.path, env: PATH}
    // What gr00t offers a benchmark.
    const gr00t = kind === 'eval' ? say : ['benchmark', '--operation', 'health']
    const ways = [
      [...gr00t, '--provider', 'gr00t'],
      [...gr00t, '--profile', 'gr00t.yaml'],
      [...say, '--providers', 'lacking.json'],
      ['run', `${kind}.named.yaml`],
      ['run', `${kind}.job.yaml`, '--profile', 'gr00t.yaml'],
      ['run', `${kind}.job.yaml`, '--providers', 'lacking.json'],
    ]
    for (const argv of ways) {
      const {code, out} = await assay(argv, options)
      assert.ok([2, 3, 4].includes(code), `${argv.join(' ')}: ${code}\n${out}`)
    }
    assert.is((await assay([...gr00t, '--profile', 'gr00t.yaml', '--allow-skip'], options)).code, 0)
  })
}

it('eval: a run that suggests commands with modules verifies, wherever the module lies', async () => {
  using dir = workshop()
  using far = tempDir()
  writeFileSync(join(far.path, 'mine.mjs'), MINE)
  for (const [module, carried] of [
    [join(dir.path, 'mine.mjs'), / --provider-module \.\/mine\.mjs /],
    [join(far.path, 'mine.mjs'), / --provider-module '<[a-z]+>\/\S*mine\.mjs' /],
  ] as const) {
    const line = ['eval', '--suite', 'contract', '--env', 'two-room', '--n', '40', '--provider-module', module]
    const {out} = await assay(line, {cwd: dir.path, env: PATH})
    assert.match(out, carried)
    const verified = await assay(['runs', 'verify', 'latest'], {cwd: dir.path, env: PATH})
    assert.is(verified.code, 0, verified.out)
  }
})

it('eval: every command that a run suggests leads to the same provider: module, file of definitions and hosts are named again', async () => {
  using dir = workshop()
  const named = ['--provider-module', './mine.mjs', '--allow-loopback', '--allow-host=robot.local']
  const say = ['eval', '--suite', 'contract', '--env', 'two-room', '--n', '40', '--seed', '7', ...named]
  const carried = ' --provider-module ./mine.mjs --allow-loopback --allow-host robot.local'
  const {out} = await assay(say, {cwd: dir.path, env: PATH})
  const [, again = ''] = /^Again +assay (.+)$/m.exec(out) ?? []
  assert.ok(again.includes(carried) && again.includes(' --seed 7 '), again)
  const tried = await assayJson(again.split(' '), {cwd: dir.path, env: PATH})
  assert.equal(tried.document.verdict.counts.planned, 1)
  assert.ok(tried.document.measurement.rows.every(({provider}: {provider: string}) => provider === 'mine'))
})

it('a single trial that passes is told that it may have failed for what was asked before it, on the screen alone', async () => {
  using shop = emptyShop()
  const trial = [
    '--suite',
    'contract',
    '--env',
    'two-room',
    '--n',
    '64',
    '--episode',
    'eval:contract:two-room:predict-first:0',
  ]
  const {code, out} = await shop.tell(['eval', '--provider', 'analytic', ...trial])
  assert.is(code, 0, out)
  assert.match(out.replace(/\s+/g, ' '), 'passes_alone: where this trial failed in a whole run')
  const [id = ''] = shop.runs()
  assert.not.match(shop.read('runs', id, 'reports/report.md'), 'passes_alone')
  assert.is((await shop.tell(['runs', 'verify', id])).code, 0)
  const whole = await shop.tell(['eval', '--provider', 'analytic', ...trial.slice(0, 6)])
  assert.not.match(whole.out, 'passes_alone')
})

it.run()
