import {copyFileSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {startFaultServer} from '#lab/fault/start-fault-server'
import {gr00tEnv} from '../support/fakes/policy-rig.ts'
import {assay, assayJson, ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('runtime facts in evidence')
const INPUTS = join(ROOT, 'docs', 'examples', 'gr00t-inputs.json')
const FEW = ['--iterations', '3', '--warmup', '0']
const BENCHMARK = ['benchmark', '--operation', 'policy', '--translator', 'builtin:raw', ...FEW]

function manifests(cwd: string) {
  const runs = readdirSync(join(cwd, 'runs')).filter((name) => /^\d/.test(name))
  return runs.map((run) => JSON.parse(readFileSync(join(cwd, 'runs', run, 'run_manifest.json'), 'utf8')))
}

it('a server that changed its dialect between two runs is contract drift: in the run, in a comparison and for health', async () => {
  using dir = tempDir()
  const options = (server: {url: string}) => ({cwd: dir.path, env: gr00tEnv(server)})
  const argv = [...BENCHMARK, '--provider', 'gr00t', '--input-file', INPUTS]
  const old = await startFaultServer({transport: 'zmq', service: {dialect: 'npy'}})
  assert.is((await assay(argv, options(old))).code, 0)
  const same = await assayJson(['provider', 'health', 'gr00t'], options(old))
  assert.equal(same.document.providers[0].warnings, [])
  await old.close()

  const newer = await startFaultServer({transport: 'zmq', service: {dialect: 'msgpack-numpy'}})
  const {code, out} = await assay(['provider', 'health', 'gr00t'], options(newer))
  assert.is(code, 0)
  assert.match(
    out,
    /contract_drift: gr00t is not what it was in the run \S+: runtime_manifest_id gr00t:npy -> gr00t:msgpack/,
  )
  const again = await assay(argv, options(newer))
  assert.is(again.code, 0, 'drift is a finding, no verdict')
  assert.match(again.out, /contract_drift: gr00t is not what it was/)
  await newer.close()

  const [before, now] = manifests(dir.path)
  assert.equal([before.runtime_manifest_id, now.runtime_manifest_id], ['gr00t:npy', 'gr00t:msgpack-numpy'])
  assert.is(before.runtimes[0].evidence_class, 'contract-fixture')
  assert.match(before.runtimes[0].metadata_digest, /^sha256:/)
  assert.equal([before.issues, now.issues[0].code], [[], 'contract_drift'])

  const compared = await assayJson(['runs', 'compare', before.run_id, now.run_id, '--no-gate'], {cwd: dir.path})
  const [comparison] = compared.document.comparisons
  assert.equal(
    comparison.findings.map((finding: {code: string}) => finding.code),
    ['contract_drift'],
  )
  const field = comparison.contract.find((one: {field: string}) => one.field === 'runtime of gr00t')
  assert.equal([field.required, field.ok], ['informational', true])
  assert.match(field.candidate, /^gr00t:msgpack-numpy /)
})

it('clips of a benchmark are files of its run, from the provider, and the run verifies with them', async () => {
  using dir = tempDir()
  const server = await startFaultServer({transport: 'http', service: 'cosmos'})
  const options = {cwd: dir.path, env: {COSMOS_BASE_URL: server.url, ASSAY_ALLOW_LOOPBACK: '1'}}
  assert.is((await assay(['benchmark', '--provider', 'cosmos', '--operation', 'generate', ...FEW], options)).code, 0)
  await server.close()
  const [manifest] = manifests(dir.path)
  const [clip, ...more] = manifest.artifacts.filter(({path}: {path: string}) => path.startsWith('artifacts/'))
  assert.equal(more, [], 'equal clips are one file')
  assert.match(clip.path, /^artifacts\/clip-[0-9a-f]{16}\.mp4$/)
  assert.equal([clip.origin, clip.kind, clip.media_type], ['provider', 'artifact', 'video/mp4'])
  const events = readFileSync(join(dir.path, 'runs', manifest.run_id, 'logs/events.ndjson'), 'utf8').split('\n')
  const told = JSON.parse(events.find((line) => line.includes('"generate"')) ?? '').metadata.media
  assert.equal([told.path, told.sha256], [clip.path, clip.sha256])
  assert.is((await assay(['runs', 'verify', manifest.run_id], {cwd: dir.path})).code, 0)
})

it('packages and model of a provider in another process stand in the manifest of an evaluation, and another model is drift', async () => {
  using dir = tempDir()
  const program = join(dir.path, 'provider.mjs')
  copyFileSync(join(ROOT, 'docs/examples/provider.mjs'), program)
  const definition = {name: 'own', transport: 'stdio', capabilities: ['score'], command: [process.execPath, program]}
  writeFileSync(join(dir.path, 'providers.json'), JSON.stringify({schema_version: 1, providers: [definition]}))
  const options = {cwd: dir.path, env: {PATH: process.env['PATH'] ?? ''}}
  const argv = ['benchmark', '--provider', 'own', '--operation', 'score', ...FEW, '--providers', 'providers.json']
  assert.is((await assay(argv, options)).code, 0)
  const evaluated = ['eval', '--provider', 'own', '--suite', 'contract', '--no-gate', '--env', 'two-room', '--n', '1']
  await assay([...evaluated, '--providers', 'providers.json'], options)
  const text = readFileSync(program, 'utf8')
  writeFileSync(program, text.replace(/id: '[^']*'/, "id: 'another-model'"))
  assert.is.not(readFileSync(program, 'utf8'), text)
  assert.is((await assay(argv, options)).code, 0)

  const [benchmark, evaluation, changed] = manifests(dir.path)
  assert.is(benchmark.runtime_manifest_id, 'own:protocol-1')
  const model = benchmark.runtime_assets.find((one: {id: string}) => one.id === 'own/model')
  assert.equal([model.local_only, model.exists, model.path], [true, true, undefined])
  assert.equal(evaluation.runtimes, benchmark.runtimes)
  assert.equal([evaluation.issues, changed.issues.length], [[], 1])
  assert.match(changed.issues[0].message, /own\/model model:\S+ -> model:another-model/)
})
it.run()
