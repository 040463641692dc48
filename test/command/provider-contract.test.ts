import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {startFaultServer} from '#lab/fault/start-fault-server'
import {assay, assayJson, ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('provider contract command')
const PATH = {PATH: process.env['PATH'] ?? ''}
type Row = {name: string; status: string; detail: string}
const statuses = (document: {cases: Row[]}) =>
  Object.fromEntries(document.cases.map(({name, status}) => [name, status]))

const POLICY_FILE = `schema_version: 1
providers:
  - {name: own, transport: stdio, capabilities: [policy], command: [node, '{dir}/policy.mjs']}
`

/** A policy whose action is this expression of the message. */
const policyProgram = (u: string) => `import {createInterface} from 'node:readline'
const hello = {name: 'own', protocol: 1, capabilities: ['policy'], descriptor: {}, model: {id: 'own'}}
for await (const line of createInterface({input: process.stdin})) {
  const m = JSON.parse(line)
  if (m.op === 'shutdown') break
  const result = m.op === 'policy' ? {raw_actions: {u: {dtype: 'float32', shape: [1, 1], data: [${u}]}}} : hello
  console.log(JSON.stringify({v: 1, id: m.id, ok: true, result}))
}
`

const raising = (program: string) =>
  program.replace(
    "  const result = m.op === 'policy' ?",
    `  if (m.op === 'policy') {
    const error = {code: 'upstream_error', message: 'CUDA ran out of memory', retryable: false}
    console.log(JSON.stringify({v: 1, id: m.id, ok: false, error}))
    continue
  }
  const result = m.op === 'policy' ?`,
  )

it('without --live nothing is called: answers are skipped, refusals are tried', async () => {
  const {code, document} = await assayJson(['provider', 'contract', 'mock'])
  assert.is(code, 0)
  const found = statuses(document)
  assert.equal([found['health-serving'], found['score-refusal'], found['score-order']], ['passed', 'passed', 'skipped'])
})

it('with --live a good provider keeps every promise, a wrong one breaks its own', async () => {
  const good = await assayJson(['provider', 'contract', 'analytic', '--live'])
  assert.is(good.code, 0, JSON.stringify(good.document.cases))
  assert.equal([statuses(good.document)['score-order'], statuses(good.document)['one-end']], ['passed', 'passed'])
  const wrong = await assayJson(['provider', 'contract', 'zoo.off-by-one-count', '--live'])
  assert.is(wrong.code, 1)
  assert.is(statuses(wrong.document)['score-shape'], 'failed')
})

it('scores that are turned around, or the same for all, are found out', async () => {
  const cases = async (name: string) => (await assayJson(['provider', 'contract', name, '--live'])).document
  assert.is(statuses(await cases('analytic'))['score-sign'], 'passed')
  assert.is(statuses(await cases('zoo.sign-flip'))['score-sign'], 'failed')
  const blind = statuses(await cases('zoo.action-blind'))
  assert.equal([blind['score-flat'], blind['score-goal'], blind['score-observation']], ['failed', 'passed', 'passed'])
})

it('a policy is asked what its author writes down, and one that ignores what it sees is found out', async () => {
  using dir = tempDir()
  const file = join(dir.path, 'inputs.json')
  const policies = (...states: number[]) =>
    writeFileSync(
      file,
      JSON.stringify({
        cases: states.map((state) => ({policy_info: {state: {dtype: 'float32', shape: [1], data: [state]}}})),
      }),
    )
  const program = join(dir.path, 'policy.mjs')
  const providers = join(dir.path, 'providers.yaml')
  writeFileSync(providers, POLICY_FILE)
  const argv = [
    'provider',
    'contract',
    'own',
    '--providers',
    providers,
    '--live',
    '--input-file',
    file,
    '--timeout',
    '20',
  ]
  for (const [u, expected] of [
    ['0.5', 'failed'],
    ['m.input.info.state.data[0]', 'passed'],
    // Policies of flows and diffusion draw: two answers to one question differ as well.
    ['Math.random()', 'failed'],
    ['4 * m.input.info.state.data[0] + Math.random()', 'passed'],
  ]) {
    writeFileSync(program, policyProgram(u ?? ''))
    for (const states of [[1], [1, 2]]) {
      policies(...states)
      const {document} = await assayJson(argv, {env: PATH})
      assert.is(statuses(document)['policy-observation'], expected, `${u} ${states}`)
    }
  }
  writeFileSync(file, '{"policy_inf": {}}')
  assert.is((await assay(argv, {env: PATH})).code, 2)
})

/** Scores candidates by where a straight sum of their commands leads, walls or not. */
const scoreProgram = (sign: string) => `import {createInterface} from 'node:readline'
const values = ({b64, dtype, data}) => data ?? Array.from(dtype === 'float64'
  ? new Float64Array(Uint8Array.from(Buffer.from(b64, 'base64')).buffer)
  : new Float32Array(Uint8Array.from(Buffer.from(b64, 'base64')).buffer))
const required = {observation: 0, goal: 0}
const hello = {name: 'own', protocol: 1, capabilities: ['score'], descriptor: {}, required, model: {id: 'own'}}
function score({info, action_candidates: plans}) {
  const [, samples, horizon, size] = plans.shape
  const [from, goal, all] = [info.observation, info.goal, plans].map(values)
  return Array.from({length: samples}, (_, sample) => {
    const end = from.slice(0, size)
    for (let at = 0; at < horizon * size; at++) end[at % size] += 0.06 * info.action_block * all[sample * horizon * size + at]
    return ${sign}Math.hypot(...end.map((value, axis) => value - goal[axis]))
  })
}
for await (const line of createInterface({input: process.stdin})) {
  const m = JSON.parse(line)
  if (m.op === 'shutdown') break
  const result = m.op === 'score' ? {scores: score(m.input), lower_is_better: true} : hello
  console.log(JSON.stringify({v: 1, id: m.id, ok: true, result}))
}
`

it('a scorer that follows the rules only roughly is told from one whose sign is turned', async () => {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'providers.yaml'), POLICY_FILE.replace('policy]', 'score]'))
  const argv = ['provider', 'contract', 'own', '--providers', 'providers.yaml', '--live']
  for (const [sign, expected] of [
    ['', 'passed'],
    ['-', 'failed'],
  ] as const) {
    writeFileSync(join(dir.path, 'policy.mjs'), scoreProgram(sign))
    const {document} = await assayJson(argv, {cwd: dir.path, env: PATH})
    assert.is(statuses(document)['score-sign'], expected, JSON.stringify(document.cases))
  }
})

it('a scorer that draws its scores is told from one that draws them around what it looks at', async () => {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'providers.yaml'), POLICY_FILE.replace('policy]', 'score]'))
  const argv = ['provider', 'contract', 'own', '--providers', 'providers.yaml', '--live']
  const noisy = scoreProgram('0.01 * Math.random() + ')
  for (const [program, expected] of [
    [noisy, 'passed'],
    [noisy.replace('scores: score(m.input)', 'scores: score(m.input).map(() => Math.random())'), 'failed'],
  ] as const) {
    writeFileSync(join(dir.path, 'policy.mjs'), program)
    const {document} = await assayJson(argv, {cwd: dir.path, env: PATH})
    const found = statuses(document)
    const names = ['score-goal-drawn', 'score-observation-drawn']
    assert.equal(
      names.map((name) => found[name]),
      [expected, expected],
      JSON.stringify(document.cases),
    )
    assert.is(new Set(document.cases.map(({name}: Row) => name)).size, document.cases.length)
  }
})

it('a policy whose actions are words is told by its words', async () => {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'providers.yaml'), POLICY_FILE)
  const info = (state: number) => ({policy_info: {state: {dtype: 'float32', shape: [1], data: [state]}}})
  writeFileSync(join(dir.path, 'inputs.json'), JSON.stringify({cases: [info(1), info(2)]}))
  const wordy = (word: string) => policyProgram('0').replace(/raw_actions: \{.*?\}\}/, `raw_actions: {u: ${word}}`)
  const argv = ['provider', 'contract', 'own', '--providers', 'providers.yaml', '--live', '--input-file', 'inputs.json']
  for (const [word, expected] of [
    ["m.input.info.state.data[0] > 1 ? 'open' : 'shut'", 'passed'],
    ["'open'", 'failed'],
  ] as const) {
    writeFileSync(join(dir.path, 'policy.mjs'), wordy(word))
    const {document} = await assayJson(argv, {cwd: dir.path, env: PATH})
    assert.is(statuses(document)['policy-observation'], expected, JSON.stringify(document.cases))
  }
})

it('a policy that takes none of our questions was not asked, which is no pass, and the way on is told', async () => {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'providers.yaml'), POLICY_FILE)
  const needy = policyProgram('0').replace('descriptor: {}', 'descriptor: {}, required: {state: 1}')
  writeFileSync(join(dir.path, 'policy.mjs'), needy)
  const argv = ['provider', 'contract', 'own', '--providers', 'providers.yaml', '--live']
  const {code, document} = await assayJson(argv, {cwd: dir.path, env: PATH})
  assert.equal([code, statuses(document)['policy-call']], [4, 'skipped'], JSON.stringify(document.exit))
  assert.match(document.exit.reason, 'not asked for policy')
  assert.match((await assay(argv, {cwd: dir.path, env: PATH})).out.replaceAll(/\s+/g, ' '), '--input-file FILE brings')
})

it('a policy that states to be deterministic and draws has broken its word, though it looks', async () => {
  using dir = tempDir()
  const info = (state: number) => ({policy_info: {state: {dtype: 'float32', shape: [1], data: [state]}}})
  writeFileSync(join(dir.path, 'inputs.json'), JSON.stringify({cases: [info(1), info(2)]}))
  writeFileSync(join(dir.path, 'policy.mjs'), policyProgram('9 * m.input.info.state.data[0] + Math.random()'))
  const argv = ['provider', 'contract', 'own', '--providers', 'providers.yaml', '--live', '--input-file', 'inputs.json']
  for (const [stated, expected] of [
    ['', 'passed'],
    ['deterministic: true, ', 'failed'],
  ] as const) {
    writeFileSync(join(dir.path, 'providers.yaml'), POLICY_FILE.replace('command:', `${stated}command:`))
    const {document} = await assayJson(argv, {cwd: dir.path, env: PATH})
    assert.is(statuses(document)['policy-observation'], expected, JSON.stringify(document.cases))
  }
})

it('one that raises an error of its own has answered wrongly, as evaluations judge it, and its words are told', async () => {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'providers.yaml'), POLICY_FILE)
  writeFileSync(
    join(dir.path, 'inputs.json'),
    JSON.stringify({cases: [{policy_info: {state: {dtype: 'float32', shape: [1], data: [1]}}}]}),
  )
  writeFileSync(join(dir.path, 'policy.mjs'), raising(policyProgram('0')))
  const argv = ['provider', 'contract', 'own', '--providers', 'providers.yaml', '--live', '--input-file', 'inputs.json']
  const {code, document} = await assayJson(argv, {cwd: dir.path, env: PATH})
  assert.is(code, 1, JSON.stringify(document.exit))
  const raised = document.cases.filter(({detail}: Row) => detail.includes('ran out of memory'))
  assert.ok(raised.length > 0 && raised.every(({status}: Row) => status === 'failed'), JSON.stringify(document.cases))
})

it('one that is not configured is skipped and has no verdict; one that is down has none either', async () => {
  const missing = await assayJson(['provider', 'contract', 'cosmos'])
  assert.is(missing.code, 4)
  assert.ok(missing.document.cases.every(({status}: Row) => status === 'skipped'))
  const env = {COSMOS_BASE_URL: 'http://127.0.0.1:1'}
  assert.is((await assay(['provider', 'contract', 'cosmos', '--allow-loopback'], {env})).code, 3)
  assert.is((await assay(['provider', 'contract', 'cosmos'], {env})).code, 7)
  assert.is((await assay(['provider', 'contract', 'nobody'])).code, 2)
})

it('a server keeps its promises, and one that answers nonsense does not', async () => {
  const server = await startFaultServer({transport: 'http', service: 'cosmos'})
  const env = {COSMOS_BASE_URL: server.url}
  const argv = ['provider', 'contract', 'cosmos', '--live', '--allow-loopback']
  const good = await assayJson(argv, {env})
  assert.equal([good.code, statuses(good.document)['generate-call']], [0, 'passed'])
  await server.close()
  const bad = await startFaultServer({
    transport: 'http',
    service: 'cosmos',
    script: [{match: {path: '/v1/infer'}, fault: 'not_json'}],
  })
  const broken = await assayJson(argv, {env: {COSMOS_BASE_URL: bad.url}})
  assert.equal([broken.code, statuses(broken.document)['generate-call']], [1, 'failed'])
  await bad.close()
})

it('the authors of the examples can prove them, and one whose scores depend on their order is found out', async () => {
  using dir = tempDir()
  const wrong = `import {createInterface} from 'node:readline'
    for await (const line of createInterface({input: process.stdin})) {
      const {id, op, input} = JSON.parse(line)
      if (op === 'shutdown') break
      const hello = {name: 'w', protocol: 1, capabilities: ['score'], required: {}, descriptor: {}, runtime: {}, model: {id: 'm'}}
      const score = () => ({scores: Array.from({length: input.action_candidates.shape[1]}, (_, at) => at), lower_is_better: true})
      if (op !== 'cancel') console.log(JSON.stringify({v: 1, id, ok: true, result: op === 'hello' ? hello : op === 'score' ? score() : {}}))
    }`
  writeFileSync(join(dir.path, 'wrong.mjs'), wrong)
  const stdio = (name: string, file: string) => ({
    name,
    transport: 'stdio',
    capabilities: ['score'],
    command: [process.execPath, file],
  })
  const providers = [stdio('example', join(ROOT, 'docs/examples/provider.mjs')), stdio('wrong', '{dir}/wrong.mjs')]
  writeFileSync(join(dir.path, 'p.json'), JSON.stringify({schema_version: 1, providers}))
  const options = {cwd: dir.path, env: PATH}
  const good = await assayJson(['provider', 'contract', 'example', '--live', '--providers', 'p.json'], options)
  assert.is(good.code, 0, JSON.stringify(good.document.cases))
  const bad = await assayJson(['provider', 'contract', 'wrong', '--live', '--providers', 'p.json'], options)
  assert.equal([bad.code, statuses(bad.document)['score-order']], [1, 'failed'])
})
it.run()
