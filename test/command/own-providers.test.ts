import {spawnSync} from 'node:child_process'
import {copyFileSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {startFaultServer} from '#lab/fault/start-fault-server'
import {systemClock} from '#random/system-clock'
import {assay, assayJson, ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('providers of the host')
const PATH = {PATH: process.env['PATH'] ?? ''}
const MODULE = `
export const assayProvider = {apiVersion: 1, create: ({env}) => ({
  profile: {name: 'own-module', maturity: 'experimental', capabilities: ['score'], transport: 'in_process', deterministic: true,
    requires: {all_of: [], any_of: []}, optional: [], max_probe_level: 'configured', idempotent: [], request_policy: {
      health: POLICY, request: POLICY}},
  descriptor: {observation: Object.keys(env).length > 50 ? 'pixels' : 'state', parallel_safe: true},
  score: ({action_candidates}) => ({scores: Array(action_candidates.shape[1]).fill(1), lower_is_better: true}),
  probe: (level) => ({level, ok: true, detail: 'fine'}),
})}
const POLICY = {timeout_seconds: 5, max_elapsed_seconds: null, retry: {max_attempts: 1, backoff_seconds: 0, backoff_multiplier: 1,
  max_backoff_seconds: 0, jitter: 0, max_retry_after_seconds: 0, retryable_status_codes: []}}`

function workshop(definitions: readonly object[]) {
  const dir = tempDir()
  writeFileSync(join(dir.path, 'providers.json'), JSON.stringify({schema_version: 1, providers: definitions}))
  for (const file of ['provider.mjs', 'provider.py'])
    copyFileSync(join(ROOT, 'docs/examples', file), join(dir.path, file))
  writeFileSync(join(dir.path, 'own.mjs'), MODULE)
  return dir
}

const stdio = (name: string, command: string[]) => ({name, transport: 'stdio', capabilities: ['score'], command})
const BENCH = ['--operation', 'score', '--iterations', '3', '--warmup', '0']

it('a program whose first words cannot be read is told as not reached, and who else was named is evaluated', async () => {
  using dir = workshop([stdio('garbled', ['sh', '-c', 'echo not json; exit 3'])])
  const named = ['--provider', 'garbled', '--provider', 'analytic', '--providers', 'providers.json']
  const {code, document} = await assayJson(['eval', '--suite', 'contract', '--n', '2', ...named], {
    cwd: dir.path,
    env: PATH,
  })
  assert.is(code, 3)
  const [missed] = document.measurement.not_run
  assert.equal([missed.provider, missed.reason], ['garbled', 'unreachable'])
  assert.match(missed.detail, 'is not JSON')
  assert.ok(
    document.measurement.rows.some(
      (row: {provider: string; state: string}) => row.provider === 'analytic' && row.state === 'pass',
    ),
  )
  assert.is((await assayJson(['runs', 'verify', document.run_id], {cwd: dir.path})).code, 0)
})

it('a program that promises equal answers is asked for them, and one that promises nothing is told so', async () => {
  using dir = workshop([
    {...stdio('promising', [process.execPath, '{dir}/provider.mjs']), deterministic: true},
    {...stdio('forgetful', [process.execPath, '{dir}/drifting.mjs']), deterministic: true},
    stdio('silent', [process.execPath, '{dir}/provider.mjs']),
  ])
  const program = readFileSync(join(dir.path, 'provider.mjs'), 'utf8')
  const drifting = program.replace('return {scores, lower', 'return {scores: scores.map((one) => one + ++calls), lower')
  writeFileSync(join(dir.path, 'drifting.mjs'), `let calls = 0\n${drifting}`)
  const asked = [
    'eval',
    '--suite',
    'determinism',
    '--env',
    'double-integrator',
    '--n',
    '3',
    '--providers',
    'providers.json',
  ]
  const judged = async (name: string) => await assayJson([...asked, '--provider', name], {cwd: dir.path, env: PATH})
  assert.is((await judged('promising')).code, 0)
  const {code, document} = await judged('forgetful')
  assert.equal([code, document.measurement.rows[0].estimate], [1, 3])
  const unasked = await judged('silent')
  assert.equal([unasked.code, unasked.document.measurement.not_run[0].reason], [4, 'not_stated_deterministic'])
})

it('whoever waits for a program that does not answer is told so, by eval and by benchmark', async () => {
  using dir = workshop([stdio('silent', ['sleep', '2'])])
  // Twenty seconds of the clock of the host pass within one.
  const clock = {
    ...systemClock,
    monotonicNs: () => systemClock.monotonicNs() * 20n,
    every: (ms: number, run: () => void) => systemClock.every(ms / 20, run),
  }
  for (const command of [
    ['eval', '--suite', 'contract'],
    ['benchmark', ...BENCH],
  ]) {
    const {err} = await assay([...command, '--provider', 'silent', '--providers', 'providers.json'], {
      cwd: dir.path,
      env: PATH,
      ports: {clock},
    })
    assert.match(err, /^0\/\d+ silent( score)?, nothing new for \d+ s$/m, command[0])
  }
})

it('a definition with a mistake is told what it lacks as what it says it is', async () => {
  const told = async (...definitions: object[]) => {
    using dir = workshop(definitions)
    const {code, document} = await assayJson(['eval', '--providers', 'providers.json'], {cwd: dir.path, env: PATH})
    assert.is(code, 2)
    const issues: {pointer: string; message: string}[] = document.error.issues
    return issues.map(({pointer, message}) => `${pointer} ${message}`)
  }
  const {capabilities: _, ...bare} = stdio('a', ['./a'])
  assert.equal(await told(bare), ['/providers/0 lacks the key capabilities'])
  assert.equal(await told({...bare, capabilities: ['score'], transport: 'stdoi'}), [
    '/providers/0/transport must be one of stdio, http, module; did you mean stdio?',
  ])
  const {transport: __, ...neither} = stdio('a', ['./a'])
  assert.equal(await told(neither, {name: 'b', transport: 'http', capabilities: ['score']}), [
    '/providers/0 lacks the key transport',
    '/providers/1 lacks the key base_url',
  ])
})

it('the examples are short, and a program in JavaScript is listed, healthy and measured', async () => {
  for (const file of ['provider.mjs', 'provider.py'])
    assert.ok(
      readFileSync(join(ROOT, 'docs/examples', file), 'utf8')
        .trimEnd()
        .split('\n').length <= 64,
      file,
    )
  using dir = workshop([stdio('example-js', [process.execPath, '{dir}/provider.mjs'])])
  const flags = ['--providers', 'providers.json']
  const options = {cwd: dir.path, env: PATH}
  const list = await assayJson(['provider', 'list', ...flags], options)
  assert.ok(
    list.document.providers.some(
      (row: {name: string; registered: boolean}) => row.name === 'example-js' && row.registered,
    ),
  )
  const health = await assayJson(['provider', 'health', 'example-js', ...flags], options)
  assert.equal([health.code, health.document.providers[0].level_reached], [0, 'serving'])
  const measured = await assayJson(['benchmark', '--provider', 'example-js', ...BENCH, ...flags], options)
  assert.is(measured.code, 0, measured.err)
  assert.is(measured.document.rows[0].provider, 'example-js')
})

if (spawnSync('python3', ['--version']).status === 0) {
  it('so is one in Python', async () => {
    using dir = workshop([stdio('example-py', ['python3', '{dir}/provider.py'])])
    const env = {...PATH, ASSAY_PROVIDERS_FILE: 'providers.json'}
    const {code, document} = await assayJson(['benchmark', '--provider', 'example-py', ...BENCH], {cwd: dir.path, env})
    assert.equal([code, document.rows[0].provider], [0, 'example-py'])
  })
} else it.skip('so is one in Python', 'no python3 on this machine')

it('a module is loaded where it is named, and one that cannot be says why', async () => {
  using dir = workshop([{name: 'own-module', transport: 'module', capabilities: ['score'], module: './own.mjs'}])
  const options = {cwd: dir.path, env: PATH}
  const good = await assayJson(['provider', 'info', 'own-module', '--provider-module', './own.mjs'], options)
  assert.equal([good.code, good.document.profile.capabilities], [0, ['score']])
  const defined = await assayJson(['provider', 'info', 'own-module', '--providers', 'providers.json'], options)
  assert.equal([defined.code, defined.document.descriptor.observation], [0, 'state'])
  writeFileSync(join(dir.path, 'empty.mjs'), 'export const other = 1')
  const list = await assay(['provider', 'list', '--provider-module', './empty.mjs'], options)
  assert.is(list.code, 0)
  assert.match(list.out, /exports no assayProvider/)
  const shape = "profile: {name: 'guest', maturity: 'young', transport: 'in_process'}, probe: () => ({})"
  writeFileSync(join(dir.path, 'shape.mjs'), `export const assayProvider = {apiVersion: 1, create: () => ({${shape}})}`)
  const shapeless = await assay(['benchmark', '--provider-module', './shape.mjs'], options)
  assert.is(shapeless.code, 2)
  for (const words of ['lacks the key capabilities', 'lacks the key request_policy', '/maturity must be one of'])
    assert.match(shapeless.err, words)
  writeFileSync(join(dir.path, 'later.mjs'), 'export const assayProvider = {apiVersion: 1, create: async () => ({})}')
  const later = await assay(['benchmark', '--provider-module', './later.mjs'], options)
  assert.equal([later.code, /its create gives a promise, not a provider/.test(later.err)], [2, true], later.err)
  const gone = await assay(['provider', 'list', '--provider-module', './gone.mjs'], options)
  assert.match(gone.out, /ERR_MODULE_NOT_FOUND/)
})

it('why a module is refused is told in full: each mistake of its profile, and that a path begins with a dot', async () => {
  const definition = {name: 'poor', transport: 'module', capabilities: ['score'], module: './poor.mjs'}
  using dir = workshop([definition])
  const options = {cwd: dir.path, env: PATH}
  const profile = "profile: {name: 'poor', capabilities: ['score'], maturity: 'young'}"
  writeFileSync(
    join(dir.path, 'poor.mjs'),
    `export const assayProvider = {apiVersion: 1, create: () => ({${profile}})}`,
  )
  const byFlag = await assay(['eval', '--provider-module', './poor.mjs'], options)
  assert.is(byFlag.code, 2)
  assert.match(byFlag.err, /lacks the key deterministic.*\/maturity must be one of/s)
  writeFileSync(join(dir.path, 'mute.mjs'), MODULE.replace(/ {2}probe: .*\n/, ''))
  const mute = await assay(['eval', '--suite', 'contract', '--provider-module', './mute.mjs'], options)
  assert.is(mute.code, 2)
  assert.match(mute.err, /has no function probe, such as probe: \(level\) => \(\{level, ok: true/)
  const byPath = await assay(['eval', '--provider-module', 'own.mjs'], options)
  assert.match(byPath.err, /no package of this name.*a path begins with \.\//)
  // One that a file defines is known by its name, whatever became of it.
  const byName = await assay(['benchmark', '--provider', 'poor', '--providers', 'providers.json'], options)
  assert.is(byName.code, 2)
  assert.match(byName.err, /poor: .*lacks the key deterministic/s)
})

it('a module that a file defines has the variables which the file names, and whoever asks for one that is broken hears why', async () => {
  using dir = workshop([
    {name: 'own-module', transport: 'module', capabilities: ['score'], module: './own.mjs', env: ['LAB_REGION']},
  ])
  const seen = MODULE.replace(
    "detail: 'fine'",
    `detail: Object.keys(process.env).filter((name) => name !== 'NODE_V8_COVERAGE').sort().join()`,
  )
  writeFileSync(join(dir.path, 'own.mjs'), seen)
  const env = {...PATH, LAB_REGION: 'north', LAB_OTHER: 'unnamed'}
  const flags = ['--providers', 'providers.json']
  const health = await assayJson(['provider', 'health', 'own-module', ...flags], {cwd: dir.path, env})
  assert.is(health.document.providers[0].layers[0].detail, 'LAB_REGION,PATH')
  writeFileSync(join(dir.path, 'broken.mjs'), 'process.exit(0)')
  for (const argv of [['eval', '--suite', 'score-ranking'], ['benchmark'], ['provider', 'health']]) {
    const named = argv[0] === 'provider' ? ['guest'] : ['--provider', 'guest']
    const {code, err} = await assay([...argv, ...named, '--provider-module', './broken.mjs'], {
      cwd: dir.path,
      env: PATH,
    })
    assert.is(code, 2, argv.join(' '))
    assert.match(err, /no such provider; .*broken.mjs could not be loaded: the provider's process ended with exit 0/)
  }
})

it('a module of the host is evaluated without threads, whatever it says of itself: they know nothing of it', async () => {
  using dir = workshop([])
  const argv = ['eval', '--suite', 'score-ranking', '--env', 'double-integrator', '--provider', 'own-module']
  const more = ['--provider-module', './own.mjs', '--n', '16', '--workers', '2']
  const {code, err, document} = await assayJson([...argv, ...more], {cwd: dir.path, env: PATH})
  assert.is(code, 1, err)
  assert.ok(document.measurement.rows.every(({n_run}: {n_run: number}) => n_run === 16))
})

it('refuses definitions with every fault at once, a name that is taken, and a missing file', async () => {
  using dir = workshop([
    {name: 'x', transport: 'stdio', capabilities: [], command: []},
    {name: 'Y', transport: 'http', capabilities: ['score'], base_url: 'http://u:p@h'},
  ])
  const options = {cwd: dir.path, env: PATH}
  const bad = await assay(['provider', 'list', '--providers', 'providers.json'], options)
  assert.is(bad.code, 2)
  assert.match(bad.err, /providers\/0.*\n[\s\S]*providers\/1/)
  assert.not.match(bad.err, /u:p@/)
  using taken = workshop([stdio('mock', ['x'])])
  assert.is((await assay(['provider', 'list', '--providers', 'providers.json'], {cwd: taken.path, env: PATH})).code, 2)
  assert.is((await assay(['provider', 'list', '--providers', 'none.json'], options)).code, 2)
})

it('a server of the host is called with the token of the variable it names, and not without it', async () => {
  const token = ['canary', 'token', 'q9x7w3hunter2'].join('-')
  const hello = {
    name: 't',
    protocol: 1,
    capabilities: ['score'],
    required: {},
    descriptor: {},
    runtime: {},
    model: {id: 'm'},
  }
  const seen: unknown[] = []
  const server = await startFaultServer({
    transport: 'http',
    service: ({method, path, headers, body}) => {
      seen.push(headers['authorization'])
      if (method === 'GET')
        return {status: 200, json: {v: 1, id: 'x', ok: true, result: path === '/v1/hello' ? hello : {}}}
      const {id, input} = JSON.parse(body)
      return {
        status: 200,
        json: {
          v: 1,
          id,
          ok: true,
          result: {scores: Array(input.action_candidates.shape[1]).fill(1), lower_is_better: true},
        },
      }
    },
  })
  using dir = workshop([
    {name: 'own-server', transport: 'http', capabilities: ['score'], base_url: server.url, token_env: 'OWN_TOKEN'},
  ])
  const flags = ['--providers', 'providers.json', '--allow-loopback']
  const missing = await assay(['provider', 'health', 'own-server', ...flags], {cwd: dir.path, env: PATH})
  assert.is(missing.code, 4)
  assert.match(missing.out, /OWN_TOKEN/)
  const options = {cwd: dir.path, env: {...PATH, OWN_TOKEN: token}}
  assert.is((await assay(['provider', 'health', 'own-server', ...flags], options)).code, 0)
  const {code, err} = await assayJson(['benchmark', '--provider', 'own-server', ...BENCH, ...flags], options)
  assert.is(code, 0, err)
  assert.ok(seen.length > 3 && seen.every((value) => value === `Bearer ${token}`))
  await server.close()
})

it('what is read without an envelope is answered without an id, and an answer that is no envelope is told by what it lacks', async () => {
  const hello = {name: 't', protocol: 1, capabilities: ['score'], model: {id: 'm'}}
  let reply: Record<string, unknown> = {v: 1, ok: true, result: hello}
  const server = await startFaultServer({transport: 'http', service: () => ({status: 200, json: reply})})
  using dir = workshop([{name: 'own-server', transport: 'http', capabilities: ['score'], base_url: server.url}])
  const ask = () =>
    assay(['provider', 'health', 'own-server', '--providers', 'providers.json', '--allow-loopback'], {
      cwd: dir.path,
      env: PATH,
    })
  assert.is((await ask()).code, 0)
  reply = {...hello}
  const {code, out} = await ask()
  assert.is.not(code, 0)
  assert.match(out.replace(/\s+/g, ' '), 'no envelope of protocol 1, it lacks "v": 1, "ok": true or false')
  await server.close()
})

it('without leave nothing inner is dialled, and with it doctor, health and benchmark work', async () => {
  const server = await startFaultServer({transport: 'http', service: 'cosmos'})
  const env = {...PATH, COSMOS_BASE_URL: server.url}
  const closed = await assay(['provider', 'health', 'cosmos'], {env})
  assert.is(closed.code, 7, closed.out + closed.err)
  assert.is(server.connections(), 0)
  const open = await assayJson(['provider', 'health', 'cosmos', '--allow-loopback'], {env})
  assert.equal([open.code, open.document.providers[0].level_reached], [0, 'serving'])
  const doctor = await assayJson(['doctor', '--allow-loopback', '--registered-only'], {env})
  const row = doctor.document.providers.find(({name}: {name: string}) => name === 'cosmos')
  assert.is(row.health.status, 'healthy')
  const argv = ['benchmark', '--provider', 'cosmos', '--operation', 'generate', '--iterations', '3', '--allow-loopback']
  const {code, err} = await assayJson(argv, {env})
  assert.is(code, 0, err)
  await server.close()
})
it('a policy server is measured with an observation of its own kind', async () => {
  const server = await startFaultServer({transport: 'http', service: 'cosmos-policy'})
  using dir = tempDir()
  const image = {dtype: 'uint8', shape: [8, 8, 3], seed: 1}
  const policy_info = {
    primary_image: image,
    left_wrist_image: image,
    right_wrist_image: image,
    proprio: {dtype: 'float32', shape: [14], fill: 0},
    task_description: 'fold the cloth',
  }
  writeFileSync(join(dir.path, 'inputs.json'), JSON.stringify({inputs: {policy_info}}))
  const env = {...PATH, COSMOS_POLICY_BASE_URL: server.url}
  const argv = [
    'benchmark',
    '--provider',
    'cosmos-policy',
    '--operation',
    'policy',
    '--iterations',
    '3',
    '--allow-loopback',
  ]
  const how = ['--input-file', 'inputs.json', '--translator', 'builtin:raw']
  const {code, document, err} = await assayJson([...argv, ...how], {env, cwd: dir.path})
  assert.equal([code, document.rows?.[0]?.errors], [0, {}], err + JSON.stringify(document.verdict))
  await server.close()
})
it.run()
