import {readdirSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {ValidatedFile} from '#contract/generated/types'
import {validateResult} from '#contract/generated/validate-result'
import {parse} from '#contract/parse'
import {ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('validate')
const fixture = (name: string) => join(ROOT, 'fixtures', name)
const HEAD = 'schema_version: 1\nname: j\n'
const told = ({issues}: ValidatedFile) => issues.map(({line, pointer, rule}) => `${line} ${pointer} ${rule}`)

it('one call tells the mistakes of every phase, in every step and every file', async () => {
  using shop = workshop()
  shop.put(
    'job.yaml',
    `${HEAD}colour: red
steps:
  - {id: h, use: provider.health, with: {providers: [analytc]}}
  - {id: e, use: eval, needs: [hh], matrix: {env: [two-room]}, with: {suite: closed-loop, env: "{matrix.en}", n: many}}
  - {id: f, use: eval, with: {suite: closed-lop}}
  - {id: g, use: evl, needs: [f]}
`,
  )
  shop.put('budget.json', '{"budgets": [{"provider": "nope", "max_error_count": 0}]}')
  shop.put('broken.yaml', 'a: [1\nb: 2\n')
  const {code, document} = await shop.ask([
    'validate',
    'job.yaml',
    'budget.json',
    'broken.yaml',
    'missing.yaml',
    'job.yaml',
  ])
  const {files, exit} = parse(validateResult, document)
  assert.equal([code, exit.name, shop.runs()], [2, 'usage', []])
  assert.equal(files.map(told), [
    [
      '3 /colour unknown_key',
      '5 /steps/0/with unknown_provider',
      '6 /steps/1/needs/0 unknown_need',
      '6 /steps/1/with/env reference',
      '6 /steps/1/with/n type',
      '7 /steps/2/with suite_unknown',
      '8 /steps/3/use enum',
    ],
    ['1 /budgets/0/provider unknown_provider'],
    ['2  syntax'],
    ['undefined  file_missing'],
  ])
  assert.match(document.files[0].issues[1].message, 'Did you mean analytic?')
  assert.match(document.files[0].issues[4].message, 'must be a whole number')
})

it('every kind of file is known by its keys, and what comes with Assay is valid', async () => {
  using shop = workshop()
  shop.put(
    'gate.yaml',
    'schema_version: 1\nkind: gate\nrules:\n  - {id: a, metric: success_rate, require: {ci_low: {gte: 0.7}}}\n',
  )
  shop.put(
    'providers.yaml',
    'schema_version: 1\nproviders:\n  - {name: own, transport: stdio, capabilities: [predict], command: [own]}\n',
  )
  const all = [
    [fixture('jobs/quickstart.yaml'), 'job'],
    [fixture('profiles/ci.toml'), 'profile'],
    [fixture('budgets/mock.json'), 'budget'],
    [fixture('suites/two-room-cases.yaml'), 'suite'],
    [fixture('inputs/two-room.yaml'), 'inputs'],
    ['gate.yaml', 'gate'],
    ['providers.yaml', 'providers'],
  ] as const
  const {document} = await shop.ask(['validate', ...all.map(([file]) => file)])
  const {files} = parse(validateResult, document)
  assert.equal(
    files.map(({kind, issues}) => [kind, issues]),
    all.map(([, kind]) => [kind, []]),
  )
  assert.equal(readdirSync(shop.root).sort(), ['gate.yaml', 'providers.yaml'])
})

it('$schema says what a file is, and --kind says it for all; without either an unknown file is refused', async () => {
  using shop = workshop()
  shop.put('a.json', '{"$schema": "./node_modules/assay/schemas/gate.schema.json", "schema_version": 1}')
  shop.put('b.json', '{"schema_version": 1}')
  const kinds = async (...argv: string[]) => {
    const {code, document} = await shop.ask(['validate', ...argv])
    return [code, ...document.files.map((file: ValidatedFile) => file.kind)]
  }
  assert.equal(await kinds('a.json', 'b.json'), [2, 'gate', null])
  assert.equal(await kinds('b.json', '--kind', 'suite'), [2, 'suite'])
})

it('$schema changes nothing about a job', async () => {
  using shop = workshop()
  shop.put(
    'job.yaml',
    `$schema: ./schemas/job.schema.json\n${HEAD}steps: [{id: a, use: exec, with: {argv: ["true"]}}]\n`,
  )
  const {code, document} = await shop.ask(['run', 'job.yaml'])
  assert.is(code, 0)
  assert.not.match(shop.read('runs', document.run_id, 'inputs', 'job.json'), 'schemas')
})

it('a step that needs an input without a value is held against its schema only', async () => {
  using shop = workshop()
  shop.put(
    'job.yaml',
    `${HEAD}inputs: {who: {type: string}}\nsteps: [{id: a, use: eval, with: {suite: closed-loop, providers: ["{inputs.who}"]}}]\n`,
  )
  assert.is((await shop.ask(['validate', 'job.yaml'])).code, 0)
})

it('a default that is not of the type of its input is told where it stands, beside the mistakes of steps', async () => {
  using shop = workshop()
  const inputs = {
    n: {type: 'integer', default: 'x'},
    m: {type: 'number', default: 1.5},
    k: {type: 'integer', default: 1.5},
  }
  const steps = [{id: 'a', use: 'exec', with: {argv: ['true'], colour: 'red'}}]
  shop.put('j.json', JSON.stringify({schema_version: 1, name: 'j', inputs, steps}))
  const {code, document} = await shop.ask(['validate', 'j.json'])
  const [file] = document.files
  const places = file.issues.map(({pointer}: {pointer: string}) => pointer)
  assert.equal(
    [code, places],
    [2, ['/inputs/n/default', '/inputs/k/default', '/steps/0/with/colour']],
    JSON.stringify(document),
  )
})

it('a mistake is told once in text, and a row is one line where nothing tells a width', async () => {
  using shop = workshop()
  shop.put(
    'job.yaml',
    `${HEAD}colour: red\nsteps: [{id: a, use: exec, with: {argv: ["true"], ${'x'.repeat(150)}: 1}}]\n`,
  )
  for (const format of ['human', 'markdown', 'html']) {
    const {out} = await shop.tell(['validate', 'job.yaml', '--format', format])
    assert.is(out.split('/colour').length, 2, format)
  }
  const {out} = await shop.tell(['validate', 'job.yaml'])
  const row = out.split('\n').find((line) => line.includes('xxx')) ?? ''
  assert.ok(row.length > 150 && row.startsWith('job.yaml') && row.endsWith('is not a known key here'), out)
  assert.not.match(out, 'Cases')
})

it('every drill of the catalogue is one, and drills and targets that are wrong are told whole', async () => {
  using shop = workshop()
  const drills = readdirSync(fixture('drills')).map((name) => join(fixture('drills'), name))
  const {code, document} = await shop.ask(['validate', ...drills])
  assert.is(code, 0)
  assert.equal([...new Set(parse(validateResult, document).files.map(({kind}) => kind))], ['drill'])
  shop.put('drill.yaml', 'schema_version: 1\nkind: drill\nid: x\ncolour: red\n')
  shop.put('target.yaml', 'schema_version: 1\nkind: node-target\nalias: x\nenvironment: embeded\nnodes: []\n')
  const {files} = parse(validateResult, (await shop.ask(['validate', 'drill.yaml', 'target.yaml'])).document)
  assert.equal(
    files.map((file) => told(file).filter((line) => !line.endsWith('required'))),
    [['4 /colour unknown_key'], ['4 /environment enum', '5 /nodes minItems']],
  )
})

it('junit has a case a file', async () => {
  using shop = workshop()
  shop.put('b.json', '{"rules": 1}')
  const {out} = await shop.tell(['validate', 'b.json', '--format', 'junit'])
  assert.match(out, /<testcase[^>]*name="b.json"/)
  assert.match(out, 'failures="1"')
})
it('a matrix of more cells than memory could hold is refused by its size, and never made', async () => {
  using shop = workshop()
  const axis = `[${Array.from({length: 60}, (_, at) => at).join(',')}]`
  const matrix = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}: ${axis}`).join(', ')
  shop.put('job.yaml', `schema_version: 1\nname: j\nsteps:\n  - {id: s, use: doctor, matrix: {${matrix}}}\n`)
  const {code, document} = await shop.ask(['validate', 'job.yaml'])
  assert.is(code, 2)
  assert.match(JSON.stringify(document), 'has more than 256 cells')
})
it.run()
