import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {AssayError} from '#error/assay-error'
import {CHECK_IDS} from '#host/check/checks'
import {loadTarget} from '#host/client/load-target'
import {nodeFiles} from '#path/node-files'
import {Redactor} from '#redact/redactor'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('node targets')
const GOOD = {
  schema_version: 1,
  kind: 'node-target',
  alias: 'staging-eu',
  environment: 'staging',
  nodes: [
    {
      name: 'v1',
      base_url: 'https://v1.example.org',
      metrics_url: 'http://10.0.0.5:9090/metrics',
      validator: true,
      weight: 1,
    },
  ],
  public_url: 'https://host.example.org/',
  auth: {scheme: 'bearer', token_env: 'HOST_TOKEN'},
  expect: {
    version: '1.1.0',
    health_ok: ['up'],
    rate: {authenticated: 5000, anonymous: 60},
    brand: 'Host',
    block_time_ms: 500,
  },
  checks: {
    mutate: true,
    required: ['data.repos', 'data.refs'],
    skip: [],
    receiver: {public_url: 'https://ci.example.org/hook'},
  },
  objectives: {read_p99_ms: 100, ready_within_s: 60, rto_s: 1800},
  adapter: {kind: 'systemd', unit: 'hostnode.service'},
  drills: {allow: []},
}

async function load(name: string, text: string) {
  using dir = tempDir()
  writeFileSync(join(dir.path, name), text)
  return await loadTarget(join(dir.path, name), CHECK_IDS, {reader: nodeFiles.reader, redactor: new Redactor()})
}

async function issuesIn(text: string, name = 'node.json') {
  const error = await load(name, text).catch((thrown: unknown) => thrown)
  assert.instance(error, AssayError)
  const {code, exit, issues, message, hint} = error as AssayError
  assert.is(exit, 'usage', message)
  return {code, pointers: issues.map(({pointer}) => pointer), told: JSON.stringify({issues, message, hint})}
}

it('the example of the design is one, and what it leaves out has its usual value', async () => {
  const target = await load('node.json', JSON.stringify(GOOD))
  assert.is(target.publicUrl, 'https://host.example.org')
  assert.equal([target.auth.tokens_path, target.objectives.git_large_s], ['/api/tokens', 60])
  const bare = await load(
    'node.yaml',
    'schema_version: 1\nkind: node-target\nalias: a\nenvironment: embedded\nnodes: [{name: n, base_url: "http://127.0.0.1:8080"}]\n',
  )
  assert.equal([bare.checks.mutate, bare.auth.scheme, bare.expect.health_ok], [false, 'bearer', ['up']])
})

it('three spellings give one target', async () => {
  const toml =
    'schema_version = 1\nkind = "node-target"\nalias = "a"\nenvironment = "staging"\n[[nodes]]\nname = "n"\nbase_url = "https://n.example.org"\n'
  const yaml =
    'schema_version: 1\nkind: node-target\nalias: a\nenvironment: staging\nnodes: [{name: n, base_url: "https://n.example.org"}]\n'
  const [one, other] = [await load('a.toml', toml), await load('a.yaml', yaml)]
  assert.equal(one.profile, other.profile)
})

it('every mistake is told at once, by pointer, without a value', async () => {
  const bad = {
    ...GOOD,
    alias: '../x',
    environment: 'moon',
    extra: 'zzz-foreign-value',
    nodes: [
      {name: 'a', base_url: 'https://user:zzz-foreign-value@h.example.org'},
      {name: 'a', base_url: 'https://h.example.org/?q=zzz-foreign-value'},
      {name: 'c', base_url: 'ftp://h.example.org', weight: 0},
    ],
    auth: {scheme: 'digest', token_env: 'lower'},
    checks: {mutate: 'yes', required: ['data.repo'], skip: ['nothing.here']},
  }
  const {code, pointers, told} = await issuesIn(JSON.stringify(bad))
  assert.is(code, 'target_invalid')
  for (const pointer of [
    ...[
      '/alias',
      '/environment',
      '/extra',
      '/nodes/0/base_url',
      '/nodes/1/base_url',
      '/nodes/1/name',
      '/nodes/2/base_url',
    ],
    ...['/nodes/2/weight', '/auth/scheme', '/auth/token_env', '/checks/mutate', '/checks/required/0', '/checks/skip/0'],
  ])
    assert.ok(pointers.includes(pointer), pointer)
  assert.not.match(told, 'zzz-foreign-value')
  assert.match(told, 'did you mean data.repos')
})

const EXEC = {kind: 'exec', timeout_s: 30, output_limit_bytes: 4096}

it('secrets, paths of a host, twice the same key and newer versions are refused', async () => {
  const secret = `gh${'p_'}${'a1B2'.repeat(9)}`
  const withSecret = await issuesIn(JSON.stringify({...GOOD, adapter: {...EXEC, version: ['x', secret]}}))
  assert.equal(withSecret.pointers, ['/adapter/version/1'])
  assert.not.match(withSecret.told, secret)
  const token = await issuesIn(JSON.stringify({...GOOD, auth: {scheme: 'bearer', token: 'abc'}}))
  assert.ok(token.pointers.includes('/auth/token'))
  const path = await issuesIn(
    JSON.stringify({...GOOD, adapter: {...EXEC, version: ['/home/someone/bin/node', '--version']}}),
  )
  assert.equal(path.pointers, ['/adapter/version/0'])
  assert.is((await issuesIn('{"schema_version":1,"schema_version":1}')).code, 'document_parse')
  assert.is((await issuesIn(JSON.stringify({...GOOD, schema_version: 2}))).code, 'schema_too_new')
  assert.is((await issuesIn('[]')).code, 'target_invalid')
  assert.is((await issuesIn('a: &x 1\nb: *x\n', 'a.yaml')).code, 'document_parse')
})

it('kubectl is told which cluster and namespace it is, and an embedded target has both of its places or none', async () => {
  const pointersOf = async (adapter: object) => (await issuesIn(JSON.stringify({...GOOD, adapter}))).pointers
  const kubernetes = {kind: 'kubernetes', stop: ['kubectl', '--context', 'eu', 'scale', 'statefulset/hostnode']}
  assert.equal(await pointersOf(kubernetes), ['/adapter/stop'])
  assert.equal(await pointersOf({kind: 'embedded', home: 'nodes'}), ['/adapter'])
  assert.equal(await pointersOf({kind: 'embedded', home: '../nodes', releases: 'releases'}), ['/adapter/home'])
})

it.run()
