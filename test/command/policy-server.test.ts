import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {benchmarkResult} from '#contract/generated/benchmark-result'
import {parse} from '#contract/parse'
import {startFaultServer} from '#lab/fault/start-fault-server'
import {gr00tEnv} from '../support/fakes/policy-rig.ts'
import {assay, assayJson, ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('policy servers on the command line')
const EXAMPLES = join(ROOT, 'docs', 'examples')
const INPUTS = join(EXAMPLES, 'gr00t-inputs.json')
const TRANSLATOR = join(EXAMPLES, 'arm-translator.json')
const BENCHMARK = ['benchmark', '--operation', 'policy', '--iterations', '4', '--warmup', '0', '--format', 'json']

/** What a benchmark wrote, beside its result. */
async function benchmark(argv: readonly string[], env: Record<string, string>) {
  using dir = tempDir()
  const {code, out, err} = await assay([...BENCHMARK, ...argv], {env, cwd: dir.path})
  assert.is(code, 0, `${err}${out}`)
  const [run = ''] = readdirSync(join(dir.path, 'runs')).filter((name) => !name.startsWith('.'))
  const read = (path: string) => readFileSync(join(dir.path, 'runs', run, path), 'utf8')
  const events = read('logs/events.ndjson').trimEnd().split('\n')
  return {
    result: parse(benchmarkResult, JSON.parse(out)),
    manifest: JSON.parse(read('run_manifest.json')),
    events: events.map((line) => JSON.parse(line)),
    translator: JSON.parse(read('inputs/translator.json')),
  }
}

it('benchmark measures a GR00T server with a translator file, whose digest stands in result, manifest and events', async () => {
  const server = await startFaultServer({transport: 'zmq', service: {dialect: 'msgpack-numpy'}})
  const argv = ['--provider', 'gr00t', '--input-file', INPUTS, '--translator', TRANSLATOR]
  const {result, manifest, events, translator} = await benchmark(argv, gr00tEnv(server))
  await server.close()
  assert.ok('settings' in result)
  const digest = result.settings.translator?.digest
  assert.match(digest ?? '', /^sha256:/)
  assert.is(manifest.input_summary.translator_digest, digest)
  assert.equal(translator, JSON.parse(readFileSync(TRANSLATOR, 'utf8')))
  const event = events.find(({operation}) => operation === 'policy')
  assert.equal([event.phase, event.method, event.target], ['success', 'ZMQ', server.url])
  assert.equal(
    [event.metadata.translator_digest, event.metadata.runtime_manifest_id, event.metadata.actions],
    [digest, 'gr00t:msgpack-numpy', 8],
  )
})

it('benchmark measures an openpi server with the raw translator', async () => {
  const server = await startFaultServer({transport: 'ws', service: 'openpi'})
  const argv = ['--provider', 'openpi', '--translator', 'builtin:raw']
  const env = {OPENPI_BASE_URL: server.url, ASSAY_ALLOW_LOOPBACK: '1'}
  const {result, events, translator} = await benchmark(argv, env)
  await server.close()
  assert.ok('settings' in result)
  assert.is(result.settings.translator?.name, 'builtin:raw')
  assert.is(translator, 'builtin:raw')
  const event = events.find(({operation}) => operation === 'policy')
  assert.is(event.metadata.actions, 16)
  assert.match(event.metadata.metadata_digest, /^sha256:/)
})

it('a policy without a translator is refused before a call and before a run, named or the only operation there is', async () => {
  const server = await startFaultServer({transport: 'zmq', service: 'gr00t'})
  using dir = tempDir()
  const options = {cwd: dir.path, env: gr00tEnv(server)}
  const all = [
    ['--provider', 'gr00t'],
    ['--provider', 'mock', '--operation', 'policy'],
    ['--provider', 'mock', '--provider', 'gr00t'],
  ]
  for (const argv of all) {
    const {code, err} = await assay(['benchmark', ...argv], options)
    assert.is(code, 2, argv.join(' '))
    assert.match(err, /needs a translator before it is called[\s\S]*--translator builtin:raw/)
  }
  assert.equal([server.requests(), readdirSync(dir.path)], [[], []])
  await server.close()
})

it('among several operations that nobody named it is left out and told; presets bring a translator of their own', async () => {
  const few = ['--iterations', '2', '--warmup', '0']
  const {code, document} = await assayJson(['benchmark', '--provider', 'mock', ...few])
  assert.is(code, 0)
  const left = document.planned.find(({operation}: {operation: string}) => operation === 'policy')
  assert.equal([left.outcome, left.reason], ['skipped', 'translator_missing'])
  assert.ok(document.verdict.caveats.some((text: string) => /mock policy was left out/.test(text)))
  const preset = await assayJson(['benchmark', '--preset', 'mock-smoke', '--operation', 'policy', ...few])
  assert.equal([preset.code, preset.document.settings.translator.name], [0, 'builtin:raw'])
  using dir = tempDir()
  const {provider: _, ...arm} = JSON.parse(readFileSync(TRANSLATOR, 'utf8'))
  writeFileSync(join(dir.path, 'any-arm.json'), JSON.stringify(arm))
  const own = ['--translator', 'any-arm.json', '--operation', 'policy', ...few]
  const chosen = await assayJson(['benchmark', '--preset', 'mock-smoke', ...own], {cwd: dir.path})
  assert.is(chosen.document.settings.translator.name, 'any-arm.json')
})

it('a translator that breaks its rules ends the benchmark before a run exists, all issues at once', async () => {
  using dir = tempDir()
  const bad = {...JSON.parse(readFileSync(TRANSLATOR, 'utf8')), code: 'x', emit: []}
  writeFileSync(join(dir.path, 'bad.json'), JSON.stringify(bad, undefined, 1))
  const {code, err} = await assay(['benchmark', '--translator', 'bad.json'], {cwd: dir.path})
  assert.is(code, 2)
  assert.match(err, /bad\.json: action translator breaks its rules \(2 issues\)/)
  assert.match(err, /code|emit/)
  assert.equal(readdirSync(dir.path), ['bad.json'])
})

it('provider health climbs to serving at a GR00T and an openpi server', async () => {
  const [zmq, ws] = [
    await startFaultServer({transport: 'zmq', service: 'gr00t'}),
    await startFaultServer({transport: 'ws', service: 'openpi'}),
  ]
  const env = {...gr00tEnv(zmq), OPENPI_BASE_URL: ws.url}
  for (const name of ['gr00t', 'openpi']) {
    const {code, out} = await assay(['provider', 'health', name], {env})
    assert.is(code, 0, out)
    assert.match(out, /serving/)
  }
  await Promise.all([zmq.close(), ws.close()])
})
it.run()
