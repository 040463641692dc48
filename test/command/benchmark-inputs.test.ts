import {existsSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {BenchmarkRunResult, ErrorDocument} from '#contract/generated/types'
import type {FaultService} from '#lab/fault/fault-table'
import {SERVICES} from '../support/fakes/fault-rigs.ts'
import {gr00tEnv} from '../support/fakes/policy-rig.ts'
import {assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('benchmark inputs')
const SECRET = ['canary', 'inputs', 'q9x7w3'].join('-')
const FEW = ['--iterations', '2', '--warmup', '0']

interface Ran {
  readonly code: number
  readonly document: BenchmarkRunResult & ErrorDocument
  readonly hasRun: boolean
}

async function benchmark(
  flags: readonly string[],
  {input, translator, env = {}}: {input?: unknown; translator?: unknown; env?: Record<string, string>} = {},
): Promise<Ran> {
  using dir = tempDir()
  if (translator !== undefined) writeFileSync(join(dir.path, 'translator.json'), JSON.stringify(translator))
  if (input !== undefined) writeFileSync(join(dir.path, 'in.json'), JSON.stringify(input))
  const file = input === undefined ? [] : ['--input-file', 'in.json']
  const {code, document} = await assayJson(['benchmark', ...flags, ...file], {cwd: dir.path, env})
  return {code, document, hasRun: existsSync(join(dir.path, 'runs'))}
}

/** Against a server that sees what comes. */
async function against(name: FaultService, flags: readonly string[], input?: unknown) {
  const server = await SERVICES[name].start([])
  try {
    const env = SERVICES[name].env(server, SECRET)
    const ran = await benchmark(['--provider', SERVICES[name].provider, ...flags], {input, env})
    return {...ran, requests: server.requests()}
  } finally {
    await server.close()
  }
}

it('sends by default what the provider takes: the shortest clip that the usual model makes', async () => {
  const once = ['--operation', 'generate', '--iterations', '1', '--warmup', '0', '--no-gate']
  const {code, document, requests} = await against('runway', once)
  assert.is(code, 0, JSON.stringify(document))
  const created = requests.filter(({method}) => method === 'POST')
  assert.equal(
    created.map(({body}) => JSON.parse(body ?? '{}').duration),
    [2],
  )
  assert.equal(document.rows[0]?.errors, {})
})

it('measures a policy and a bridge with what they name themselves, where nobody says what to send', async () => {
  const policy = await against('cosmos-policy', ['--operation', 'policy', '--translator', 'builtin:raw', ...FEW])
  assert.is(policy.code, 0, JSON.stringify(policy.document))
  const score = await against('bridge over http', ['--operation', 'score', ...FEW])
  assert.is(score.code, 0, JSON.stringify(score.document))
})

it('refuses an input that the provider does not take, by its place in the file and with the nearest, before a run exists', async () => {
  for (const flags of [[], ['--preset', 'remote-media-dryrun'], ['--preset', 'remote-media-dryrun', '--live']]) {
    const input = {cases: [{generation_duration_seconds: 4}, {generation_duration_seconds: 11}]}
    const {code, document, hasRun, requests} = await against('runway', [...flags, '--operation', 'generate'], input)
    assert.is(code, 2, JSON.stringify(document))
    assert.is(document.error.code, 'inputs_invalid')
    const [issue, ...more] = document.error.issues ?? []
    assert.equal([issue?.pointer, issue?.rule, more], ['/cases/1/generation_duration_seconds', 'out_of_range', []])
    assert.match(issue?.message ?? '', /runway generate: gen4\.5 makes clips of .* seconds; the nearest is 10/)
    assert.is(hasRun, false)
    assert.equal(requests, [])
  }
})

it('refuses a file whose case lacks a field that the provider needs, by file, case and field', async () => {
  const good = {environment: 'two-room@1', observation: [0.2, 0.2], goal: [0.4, 0.4]}
  const {goal, ...lacking} = good
  const input = {cases: [{score_info: good}, {score_info: lacking}]}
  for (const provider of ['mock', 'analytic']) {
    const flags = ['--provider', provider, '--operation', 'score', ...FEW]
    const {code, document, hasRun} = await benchmark(flags, {input})
    assert.is(code, 2, provider)
    assert.match(document.error.message, 'in.json')
    assert.equal(
      document.error.issues?.map(({pointer, rule}) => [pointer, rule]),
      [['/cases/1/score_info', 'invalid_input']],
    )
    assert.match(document.error.issues?.[0]?.message ?? '', /lacks the field goal/)
    assert.is(hasRun, false)
  }
})

it('asks for inputs where no default can fit, and leaves such an operation out where it was not named', async () => {
  const env = {JEPA_MODEL_NAME: 'jepa_wm_x', ASSAY_BRIDGE_URL: 'http://127.0.0.1:9', ASSAY_ALLOW_LOOPBACK: '1'}
  const named = await benchmark(['--provider', 'jepa', '--operation', 'score'], {env})
  assert.equal([named.code, named.document.error.code, named.hasRun], [2, 'inputs_missing', false])
  assert.match(named.document.error.hint, 'score_info')
  const preset = await benchmark(['--preset', 'prepared-host', '--iterations', '1'], {env})
  const score = preset.document.planned.find(({provider, operation}) => provider === 'jepa' && operation === 'score')
  assert.equal([score?.outcome, score?.reason], ['skipped', 'inputs_missing'])
})

it('what only the running server can judge leaves the verdict open and the others measured', async () => {
  const server = await SERVICES.gr00t.start([])
  const flags = ['--provider', 'gr00t', '--provider', 'mock', '--operation', 'policy', '--translator', 'builtin:raw']
  const input = {inputs: {policy_info: {state: {other_arm: {dtype: 'float32', shape: [1, 1, 5], fill: 0}}}}}
  const {code, document} = await benchmark([...flags, ...FEW], {input, env: gr00tEnv(server, {GROOT_STRICT: 'true'})})
  await server.close()
  assert.is(code, 4)
  assert.equal(
    document.rows.map(({provider, success_count}) => [provider, success_count]),
    [['mock', 2]],
  )
  const rule = document.verdict.rules.find(({id}) => id === 'request:gr00t')
  assert.is(rule?.state, 'inconclusive')
  assert.match(rule?.reason ?? '', /modality configuration.*--input-file/)
  assert.is(document.verdict.rules.find(({id}) => id === 'execution')?.state, 'pass')
})

it('a translator that cannot read what a server answers is no wrong answer of the server: its measurement stays open', async () => {
  const server = await SERVICES.gr00t.start([])
  const translator = {
    schema_version: 1,
    name: 'other-arm',
    provider: 'gr00t',
    expects: {other_arm: [1, null, 2]},
    time: {path: 'other_arm', axis: 1, take: [0, 1]},
    emit: [{kind: 'control', parameters: {u: {path: 'other_arm', slice: [0, '$t', [0, 2]]}}}],
  }
  const flags = ['--provider', 'gr00t', '--operation', 'policy', '--translator', 'translator.json']
  const input = {inputs: {policy_info: {state: {single_arm: {dtype: 'float32', shape: [1, 1, 5], fill: 0}}}}}
  const {code, document} = await benchmark([...flags, ...FEW], {input, translator, env: gr00tEnv(server)})
  await server.close()
  assert.is(code, 4, JSON.stringify(document.exit))
  const rule = document.verdict.rules.find(({id}) => id === 'translator:gr00t')
  assert.is(rule?.state, 'inconclusive')
  assert.match(rule?.reason ?? '', /other_arm.*correct the translator/)
})

it.run()
