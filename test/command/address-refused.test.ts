import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {startFaultServer} from '#lab/fault/start-fault-server'
import {assayJson, ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('addresses that are refused')
const FEW = ['--iterations', '2', '--warmup', '0']
const CONTRACT = ['eval', '--suite', 'contract', '--env', 'two-room', '--n', '2', '--no-gate']

const BASES = [
  ['http://169.254.169.254', {}],
  ['http://2130706433', {}],
  ['http://0x7f.1', {}],
  ['http://[::ffff:127.0.0.1]:8000', {}],
  ['http://10.1.2.3:8000', {}],
  ['http://169.254.169.254', {ASSAY_ALLOW_LOOPBACK: '1', ASSAY_ALLOW_HOSTS: '169.254.0.0/16'}],
] as const

it('a benchmark of a provider behind a forbidden address is refused, exit 7, and says which one', async () => {
  for (const [base, access] of BASES) {
    const env = {COSMOS_BASE_URL: base, ...access}
    const {code, document} = await assayJson(['benchmark', '--provider', 'cosmos', ...FEW], {env})
    assert.equal([code, document.verdict.state], [7, 'refused'], base)
    assert.equal(document.rows, [])
    assert.ok(document.planned.every((entry: {reason: string}) => entry.reason === 'address_refused'))
    const rule = document.verdict.rules.find(({id}: {id: string}) => id === 'access:cosmos')
    assert.match(rule.reason, /was not dialled: the host leads to/)
  }
})

it('so is an evaluation, and one that would send a credential in plain text', async () => {
  for (const [base] of BASES) {
    const {code, document} = await assayJson([...CONTRACT, '--provider', 'cosmos'], {env: {COSMOS_BASE_URL: base}})
    assert.equal([code, document.verdict.state], [7, 'refused'], base)
  }
  const key = ['canary', 'not-a-real-key'].join('-')
  const env = {COSMOS_POLICY_BASE_URL: 'http://93.184.216.34', COSMOS_POLICY_API_TOKEN: key}
  const {code, document} = await assayJson([...CONTRACT, '--provider', 'cosmos-policy'], {env})
  assert.equal([code, document.verdict.state], [7, 'refused'])
  assert.match(JSON.stringify(document.verdict.rules), /plain text|refused/)
})

it('policy servers over ZeroMQ and WebSocket and a bridge are refused alike', async () => {
  const definition = (base_url: string) => ({name: 'own', transport: 'http', capabilities: ['score'], base_url})
  using dir = tempDir()
  const file = join(dir.path, 'providers.json')
  writeFileSync(file, JSON.stringify({schema_version: 1, providers: [definition('http://169.254.169.254')]}))
  const argv = (provider: string, operation: string) => [
    'benchmark',
    '--provider',
    provider,
    '--operation',
    operation,
    ...FEW,
  ]
  const all = [
    [argv('gr00t', 'policy'), {GROOT_POLICY_HOST: '169.254.169.254'}],
    [argv('openpi', 'policy'), {OPENPI_BASE_URL: 'ws://169.254.169.254:8000'}],
    [argv('gr00t', 'health'), {GROOT_POLICY_HOST: '2130706433'}],
    [argv('own', 'score'), {ASSAY_PROVIDERS_FILE: file}],
  ] as const
  for (const [words, env] of all) {
    const shown = join(ROOT, 'docs', 'examples', 'gr00t-inputs.json')
    const translator = words.includes('policy') ? ['--translator', 'builtin:raw', '--input-file', shown] : []
    const {code} = await assayJson([...words, ...translator], {env})
    assert.is(code, 7, words.join(' '))
  }
  const {code} = await assayJson([...CONTRACT, '--provider', 'own'], {env: {ASSAY_PROVIDERS_FILE: file}})
  assert.is(code, 7)
})

it('no connection is made, and other providers of the same run are measured all the same', async () => {
  const server = await startFaultServer({transport: 'http', service: 'cosmos'})
  const env = {COSMOS_BASE_URL: server.url}
  const argv = ['benchmark', '--provider', 'cosmos', '--provider', 'mock', '--operation', 'generate', ...FEW]
  const {code, document} = await assayJson(argv, {env})
  assert.equal([code, server.connections()], [7, 0])
  assert.equal(
    document.rows.map(({provider, success_count}: {provider: string; success_count: number}) => [
      provider,
      success_count,
    ]),
    [['mock', 2]],
  )
  const evaluated = await assayJson([...CONTRACT, '--provider', 'cosmos', '--provider', 'analytic'], {env})
  assert.equal([evaluated.code, server.connections()], [7, 0])
  const rows: {provider: string}[] = evaluated.document.measurement.rows
  assert.ok(rows.some(({provider}) => provider === 'analytic'))
  await server.close()
})

it('a redirect in the middle of a measurement is refused too', async () => {
  const steps = [
    {match: {path: '/v1/infer'}, fault: 'redirect', options: {location: 'http://169.254.169.254/'}},
  ] as const
  const server = await startFaultServer({transport: 'http', service: 'cosmos', script: steps})
  const env = {COSMOS_BASE_URL: server.url, ASSAY_ALLOW_LOOPBACK: '1'}
  const {code, document} = await assayJson(['benchmark', '--provider', 'cosmos', '--operation', 'generate', ...FEW], {
    env,
  })
  assert.is(code, 7)
  assert.equal(document.rows[0].errors, {address_refused: 2})
  await server.close()
})
it.run()
