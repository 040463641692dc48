import {spawnSync} from 'node:child_process'
import {mkdirSync, symlinkSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {errorDocument} from '#contract/generated/error'
import type {ValidateResult} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('job files')
const CANARY = ['canary', 'Zx81', 'q7Wn', '4mKp'].join('-')
const TOKEN = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
const HEAD = 'schema_version: 1\nname: j\n'
const STEP = '  - {id: a, use: doctor}\n'
const steps = (...lines: string[]) => `${HEAD}steps:\n${lines.map((line) => `  - ${line}\n`).join('')}`
const numbers = (count: number) => Array.from({length: count}, (_, at) => at).join(',')

/** No run, no value echoed, exit 2, one document. */
async function refused(shop: Workshop, argv: readonly string[]) {
  const {code, err, document, out} = await shop.ask(['run', ...argv])
  const {error, exit} = parse(errorDocument, document)
  assert.equal([code, exit.name, err, shop.runs()], [2, 'usage', '', []], out)
  for (const text of [out, (await shop.tell(['run', ...argv])).err]) {
    for (const word of [CANARY, TOKEN, shop.root]) assert.not.match(text, word)
  }
  return error
}

/** Content, the error, and every issue as `pointer rule line:column`. */
const INVALID: readonly (readonly [name: string, text: string, issues: readonly string[], code?: string])[] = [
  ['an unknown key', `${HEAD}${'colour'}: ${CANARY}\nsteps:\n${STEP}`, ['/colour unknown_key 3:1']],
  ['an unknown key of a step', steps(`{id: a, use: doctor, zap: ${CANARY}}`), ['/steps/0/zap unknown_key 4:26']],
  ['a duplicate key', `${HEAD}name: k\nsteps:\n${STEP}`, ['/ duplicate_key 3:1'], 'document_parse'],
  ['a wrong type', `${HEAD}steps: ${CANARY}\n`, ['/steps type 3:8']],
  ['a text for a boolean', steps(`{id: a, use: doctor, required: "${CANARY}"}`), ['/steps/0/required type 4:36']],
  [
    'a cycle',
    steps('{id: a, use: doctor, needs: [b]}', '{id: b, use: doctor, needs: [a]}'),
    ['/steps/0/needs cycle 4:33', '/steps/1/needs cycle 5:33'],
  ],
  ['a step that needs itself', steps('{id: a, use: doctor, needs: [a]}'), ['/steps/0/needs cycle 4:33']],
  ['an unknown need', steps(`{id: a, use: doctor, needs: [${CANARY}]}`), ['/steps/0/needs/0 unknown_need 4:34']],
  ['257 cells', steps(`{id: a, use: doctor, matrix: {x: [${numbers(257)}]}}`), ['/steps/0/matrix cells 4:34']],
  [
    'a matrix whose cells would fill the memory',
    steps(`{id: a, use: doctor, matrix: {${[...'abcdefgh'].map((key) => `${key}: [${numbers(100)}]`).join(', ')}}}`),
    ['/steps/0/matrix cells 4:34'],
  ],
  ['an id twice', steps('{id: a, use: doctor}', '{id: a, use: doctor}'), ['/steps/1/id unique 5:10']],
  [
    'several faults at once',
    `${HEAD}colour: x\nsteps:\n  - {id: A, use: fly}\n  - {id: b, use: doctor, needs: b, timeout: 3}\n`,
    [
      '/colour unknown_key 3:1',
      '/steps/0/id pattern 5:10',
      '/steps/0/use enum 5:18',
      '/steps/1/needs type 6:33',
      '/steps/1/timeout type 6:45',
    ],
  ],
  [
    'faults in what steps take',
    steps(
      '{id: a, use: doctor, with: {zap: 1}}',
      '{id: b, use: exec}',
      '{id: c, use: exec, with: {argv: ["{inputs.x}"]}}',
    ),
    ['/steps/0/with/zap unknown_key 4:33', '/steps/1/with required 5:5', '/steps/2/with/argv/0 reference 6:38'],
  ],
  [
    'a command that is a text',
    steps(`{id: a, use: exec, with: {argv: "${CANARY}"}}`),
    ['/steps/0/with/argv type 4:37'],
  ],
  ['a token', steps(`{id: a, use: exec, with: {argv: [curl, ${TOKEN}]}}`), ['/steps/0/with/argv/1 secret_value 4:44']],
  ['an empty file', '', ['/ type 1:1']],
  ['a newer version', `schema_version: 2\nname: j\nsteps:\n${STEP}`, [], 'schema_too_new'],
  ['an alias', `${HEAD}steps: &a\n${STEP}x: *a\n`, ['/ yaml_anchor 4:3', '/ yaml_alias 5:4'], 'document_parse'],
  ['a tag', `${HEAD}steps:\n  - !!js/function x\n`, ['/ yaml_tag 4:19'], 'document_parse'],
  ['a second document', `${HEAD}steps:\n${STEP}---\n${HEAD}`, ['/ yaml_documents 5:1'], 'document_parse'],
]
for (const [name, text, issues, code = 'job_invalid'] of INVALID) {
  it(`${name} is refused before anything runs`, async () => {
    using shop = workshop()
    shop.put('job.yaml', text)
    const error = await refused(shop, ['job.yaml'])
    assert.is(error.code, code)
    const told = (error.issues ?? []).map((one) => `${one.pointer || '/'} ${one.rule} ${one.line}:${one.column}`)
    assert.equal(told, issues)
  })
}

it('a key that is mistyped is told with those near it, by run as by validate', async () => {
  using shop = workshop()
  shop.put('job.yaml', steps('{id: a, use: eval, with: {suit: contract, providers: [analytic]}}'))
  const error = await refused(shop, ['job.yaml'])
  assert.equal(
    error.issues?.map(({message}) => message),
    ['is not a known key here; did you mean suite?'],
  )
})

it('a mistake beside what a step is given hides none in it', async () => {
  using shop = workshop()
  const first = '{id: a, use: eval, need: [b], timeout: never, with: {suites: contract, providers: [analytic]}}'
  shop.put(
    'job.yaml',
    steps(first, '{id: b, use: eval, needs: [c], with: {enviroment: two-room, providers: [analytic]}}'),
  )
  const {document} = await shop.ask(['validate', 'job.yaml'])
  const [file] = (document as ValidateResult).files
  assert.equal(
    file?.issues.map(({pointer, rule}) => `${pointer} ${rule}`),
    [
      '/steps/0/need unknown_key',
      '/steps/0/timeout pattern',
      '/steps/0/with/suites unknown_key',
      '/steps/1/needs/0 unknown_need',
      '/steps/1/with/enviroment unknown_key',
    ],
  )
})

it('an alias bomb is refused at once', async () => {
  using shop = workshop()
  const lines = [...'bcdefghi'].map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]},`.repeat(20)}]\n`)
  shop.put('job.yaml', `a: &a [x]\n${lines.join('')}${HEAD}steps:\n${STEP}`)
  assert.is((await refused(shop, ['job.yaml'])).code, 'document_parse')
})

const FILES: readonly (readonly [
  name: string,
  file: string,
  make: (shop: Workshop, file: string) => unknown,
  code: string,
])[] = [
  [
    'text that is not UTF-8',
    'job.yaml',
    (shop, file) => shop.put(file, new Uint8Array([110, 255, 254])),
    'document_format',
  ],
  ['a NUL', 'job.yaml', (shop, file) => shop.put(file, `${HEAD}steps:\n${STEP}# \0`), 'document_format'],
  ['more than a MiB', 'job.yaml', (shop, file) => shop.put(file, `#${'x'.repeat(2 ** 20)}`), 'document_size'],
  ['a directory', 'job.yaml', (shop, file) => mkdirSync(shop.path(file)), 'document_format'],
  ['a FIFO', 'job.yaml', (shop, file) => spawnSync('mkfifo', [shop.path(file)]), 'document_format'],
  ['a link to a device', 'job.yaml', (shop, file) => symlinkSync('/dev/zero', shop.path(file)), 'document_format'],
  ['an unknown suffix', 'job.txt', (shop, file) => shop.put(file, HEAD), 'document_format'],
  ['a missing file', 'job.yaml', () => undefined, 'file_missing'],
  ['a date of TOML', 'job.toml', (shop, file) => shop.put(file, 'day = 2026-11-21\n'), 'document_parse'],
  ['a comment in JSON', 'job.json', (shop, file) => shop.put(file, '{/* */}'), 'document_parse'],
  ['a prototype', 'job.json', (shop, file) => shop.put(file, '{"__proto__": {"a": 1}}'), 'document_parse'],
]
for (const [name, file, make, code] of FILES) {
  it(`${name} is no job`, async () => {
    using shop = workshop()
    make(shop, file)
    assert.is((await refused(shop, [file])).code, code)
  })
}

it('what a step names and nobody knows is told at its step, with the nearest names', async () => {
  using shop = workshop()
  shop.put(
    'job.yaml',
    steps(
      '{id: a, use: doctor}',
      '{id: b, use: provider.health, with: {providers: [mok]}}',
      '{id: c, use: eval, with: {suite: contrct}}',
      '{id: d, use: eval, with: {env: two-rom}}',
      '{id: e, use: benchmark, with: {preset: mock-smok}}',
      `{id: f, use: benchmark, with: {providers: [${CANARY}]}}`,
    ),
  )
  const {issues = []} = await refused(shop, ['job.yaml'])
  assert.equal(
    issues.map(({pointer, rule, line}) => [pointer, rule, line]),
    [
      ['/steps/1/with', 'unknown_provider', 5],
      ['/steps/2/with', 'suite_unknown', 6],
      ['/steps/3/with', 'env_unknown', 7],
      ['/steps/4/with', 'preset_unknown', 8],
      ['/steps/5/with', 'unknown_provider', 9],
    ],
  )
  assert.match(issues[0]?.message ?? '', 'mock')
  assert.match(issues[1]?.message ?? '', 'contract')
})

it('a folder or pattern of exec that leads out is refused', async () => {
  using shop = workshop()
  symlinkSync('/etc', shop.path('link'))
  const exec = (more: string) => `{id: X, use: exec, with: {argv: ["true"], ${more}}}`
  const all = ['cwd: ../..', 'cwd: /etc', 'cwd: link', 'cwd: nowhere', 'outputs: ["../*"]', 'outputs: ["/etc/*"]']
  shop.put('job.yaml', steps(...all.map((more, at) => exec(more).replace('X', `s${at}`))))
  const {issues = []} = await refused(shop, ['job.yaml'])
  assert.equal(
    issues.map(({pointer}) => pointer),
    all.map((_, at) => `/steps/${at}/with`),
  )
})

const INPUTS = `${HEAD}inputs: {n: {type: integer}, on: {type: boolean, default: true}}\nsteps:\n${STEP}`
for (const [name, argv, code] of [
  ['a value is missing', [], 'job_invalid'],
  ['a value has the wrong type', ['--set', `n=${CANARY}`], 'job_invalid'],
  ['a name is not declared', ['--set', 'n=1', '--set', `${CANARY}=1`], 'job_invalid'],
  ['there is no =', ['--set', CANARY], 'usage'],
  ['the name is empty', ['--set', '=1'], 'usage'],
  ['a boolean is yes', ['--set', 'n=1', '--set', 'on=yes'], 'job_invalid'],
] as const) {
  it(`--set is refused when ${name}`, async () => {
    using shop = workshop()
    shop.put('job.yaml', INPUTS)
    assert.is((await refused(shop, ['job.yaml', ...argv])).code, code)
  })
}

it('YAML, TOML and JSON spellings of one job give the same plan', async () => {
  const job = {
    schema_version: 1,
    name: 'spelt',
    inputs: {word: {type: 'string', default: 'hi'}},
    steps: [
      {id: 'a', use: 'exec', matrix: {x: [1, 2]}, with: {argv: ['echo', '{inputs.word}', '{matrix.x}']}},
      {id: 'b', use: 'doctor', needs: ['a'], required: false},
    ],
  }
  const toml = `schema_version = 1\nname = "spelt"\n[inputs.word]\ntype = "string"\ndefault = "hi"
[[steps]]\nid = "a"\nuse = "exec"\nmatrix = {x = [1, 2]}\nwith = {argv = ["echo", "{inputs.word}", "{matrix.x}"]}
[[steps]]\nid = "b"\nuse = "doctor"\nneeds = ["a"]\nrequired = false\n`
  const yaml = `${HEAD.replace('j\n', 'spelt\n')}inputs: {word: {type: string, default: hi}}
steps:
  - {id: a, use: exec, matrix: {x: [1, 2]}, with: {argv: [echo, "{inputs.word}", "{matrix.x}"]}}
  - {id: b, use: doctor, needs: [a], required: false}\n`
  const plans = []
  for (const [file, text] of Object.entries({'a.json': JSON.stringify(job), 'a.toml': toml, 'a.yaml': yaml})) {
    using shop = workshop()
    shop.put(file, text)
    const {code, document} = await shop.ask(['run', file])
    assert.is(code, 0, JSON.stringify(document))
    plans.push(JSON.parse(shop.read('runs', document.run_id, 'plan.json')).items)
  }
  assert.is(plans[0].length, 3)
  assert.equal(plans[1], plans[0])
  assert.equal(plans[2], plans[0])
})
it.run()
