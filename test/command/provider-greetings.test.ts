import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {assay, assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('what providers say of themselves')
const env = {PATH: process.env['PATH'] ?? ''}

/** A program that scores, and answers `hello` with this; `{dir}` is where its definition stands. */
function shop(hello: string) {
  const dir = tempDir()
  writeFileSync(
    join(dir.path, 'program.mjs'),
    `import {createInterface} from 'node:readline'
for await (const line of createInterface({input: process.stdin})) {
  const {id, op, input} = JSON.parse(line)
  const say = (more) => process.stdout.write(JSON.stringify({v: 1, id, ...more}) + '\\n')
  if (op === 'hello') say(${hello})
  else if (op === 'health') say({ok: true, result: {}})
  else say({ok: true, result: {scores: Array(input.action_candidates.shape[1]).fill(1), lower_is_better: true}})
}`,
  )
  const command = [process.execPath, '{dir}/program.mjs']
  const definition = {name: 'own', transport: 'stdio', capabilities: ['score'], command}
  writeFileSync(join(dir.path, 'p.json'), JSON.stringify({schema_version: 1, providers: [definition]}))
  return dir
}

const BOTH = ['--provider', 'analytic', '--provider', 'own', '--providers', 'p.json']
const LOADING = "{ok: false, error: {code: 'upstream_error', message: 'the model is loading', retryable: false}}"

it('one that fails as it is greeted is told by its name, and the others are judged', async () => {
  using dir = shop(LOADING)
  const place = {cwd: dir.path, env}
  const suite = ['--suite', 'contract', '--env', 'two-room', '--n', '5']
  const judged = await assayJson(['eval', ...suite, ...BOTH], place)
  assert.is(judged.code, 3)
  const states = judged.document.verdict.rules.map(({id, select, state}: Record<string, string>) => [id, select, state])
  assert.equal(states, [
    ['execution', 'own', 'unavailable'],
    ['contract/*/*/analytic/failures', 'contract/*/*/analytic/failures', 'pass'],
  ])
  assert.match(judged.document.verdict.caveats.join(), /own did not run: unreachable \(.*the model is loading/)
  const measured = await assayJson(['benchmark', '--operation', 'score', '--iterations', '5', ...BOTH], place)
  assert.is(measured.code, 3)
  assert.equal(
    measured.document.rows.map(({provider}: {provider: string}) => provider),
    ['analytic'],
  )
  for (const {document} of [judged, measured])
    assert.is((await assay(['runs', 'verify', document.run_id], place)).code, 0)
})

const HISTORY = `{ok: true, result: {name: 'own', protocol: 1, capabilities: ['score'], descriptor: {},
  required: {observation: 1, goal: 1, history: 2}}}`

it('a field that it needs and no suite shows is named, and nothing is said of what it can do', async () => {
  using dir = shop(HISTORY)
  const asked = ['eval', '--suite', 'score-ranking', '--env', 'two-room', '--n', '5', '--provider', 'own']
  const {code, document} = await assayJson([...asked, '--providers', 'p.json'], {cwd: dir.path, env})
  assert.is(code, 4)
  const told = document.verdict.caveats.join()
  assert.match(told, /own two-room did not run: environment_unsupported \(info lacks the field history\)/)
  assert.not.match(told, /capability_missing/)
})

const http = (more: object) => ({
  name: 'own',
  transport: 'http',
  capabilities: ['score'],
  base_url: 'http://127.0.0.1:1',
  ...more,
})

it('one whose token is not set is skipped with the name of its variable', async () => {
  using dir = tempDir()
  const definition = http({token_env: 'LAB_TOKEN'})
  writeFileSync(join(dir.path, 'p.json'), JSON.stringify({schema_version: 1, providers: [definition]}))
  const named = ['--provider', 'own', '--providers', 'p.json']
  for (const asked of [
    ['eval', '--suite', 'contract', '--env', 'two-room', '--n', '2'],
    ['benchmark', '--operation', 'score'],
  ]) {
    const {code, document} = await assayJson([...asked, ...named], {cwd: dir.path, env})
    assert.is(code, 4)
    assert.match(JSON.stringify(document.verdict), /unconfigured \(LAB_TOKEN\)/)
  }
})

it('two providers of one name are a mistake of their file, told before anything runs', async () => {
  using dir = tempDir()
  const twice = {schema_version: 1, providers: [http({}), http({base_url: 'http://127.0.0.1:2'})]}
  writeFileSync(join(dir.path, 'p.json'), JSON.stringify(twice))
  const place = {cwd: dir.path, env}
  const validated = await assay(['validate', 'p.json'], place)
  assert.is(validated.code, 2)
  assert.match(validated.out, '/providers/1/name')
  const {code, document} = await assayJson(['eval', '--suite', 'contract', '--providers', 'p.json'], place)
  assert.equal([code, document.error.issues[0].pointer], [2, '/providers/1/name'])
})

it('an address without its scheme, and a module of another name, are told in words', async () => {
  using dir = shop(LOADING)
  const place = {cwd: dir.path, env}
  const write = (definition: object) =>
    writeFileSync(join(dir.path, 'p.json'), JSON.stringify({schema_version: 1, providers: [definition]}))
  write(http({base_url: '127.0.0.1:8000'}))
  assert.match((await assay(['validate', 'p.json'], place)).out, 'must be an address such as http://127.0.0.1:8000')
  const profile = `{...new Assay().profileOf('mock'), name: 'theirs'}`
  const library = new URL('../../src/provider/assay.ts', import.meta.url).href
  writeFileSync(
    join(dir.path, 'theirs.mjs'),
    `import {Assay} from '${library}'
export const assayProvider = {apiVersion: 1, create: () => ({profile: ${profile}, probe: (level) => ({level, ok: true, detail: ''}),
  ...Object.fromEntries(['predict', 'score', 'policy', 'embed', 'reason', 'generate', 'transfer'].map((slot) => [slot, () => ({})]))})}`,
  )
  write({name: 'own', transport: 'module', capabilities: ['predict'], module: './theirs.mjs'})
  const told = await assay(['provider', 'info', 'own', '--providers', 'p.json'], place)
  assert.match(`${told.out}${told.err}`, /its provider says that it is named theirs: name both alike/)
})

it.run()
