import * as assert from 'uvu/assert'
import {assay} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('all mistakes at once')
type Issue = {readonly pointer: string; readonly rule: string; readonly message: string}
const told = (issues: readonly Issue[]) => issues.map(({pointer, rule}) => [pointer, rule])

it('eval tells every unknown name, each with the nearest, and leaves nothing behind', async () => {
  using shop = workshop()
  const named = [
    '--suite',
    'rolout',
    '--suite',
    'nope',
    '--provider',
    'mok',
    '--env',
    'to-room',
    '--planner',
    'standart',
  ]
  const {code, document} = await shop.ask(['eval', ...named])
  assert.equal([code, document.error.code, shop.runs()], [2, 'usage', []])
  assert.equal(told(document.error.issues), [
    ['/suite', 'suite_unknown'],
    ['/suite', 'suite_unknown'],
    ['/providers', 'unknown_provider'],
    ['/env', 'env_unknown'],
    ['/planner', 'preset_unknown'],
  ])
  const text = document.error.issues.map(({message}: Issue) => message).join('\n')
  for (const near of ['rollout', 'mock', 'two-room', 'standard']) assert.match(text, `Did you mean ${near}`)
  const {err} = await shop.tell(['eval', ...named])
  assert.match(err, '- /env: there is no such environment (Did you mean two-room?)')
})

it('benchmark does, too', async () => {
  using shop = workshop()
  const named = ['--provider', 'mok', '--provider', 'analitic', '--operation', 'predct']
  const {code, document} = await shop.ask(['benchmark', ...named])
  assert.equal([code, shop.runs()], [2, []])
  assert.equal(
    told(document.error.issues).map(([, rule]) => rule),
    ['unknown_provider', 'unknown_provider', 'operation_unknown'],
  )
})

it('a job tells what its schema and its steps have against each other, checked or run', async () => {
  using shop = workshop()
  const exec = (id: string, more = {}) => ({id, use: 'exec', with: {argv: ['true']}, ...more})
  const steps = [exec('a', {timeout: 5}), exec('a'), exec('b', {needs: ['zz']})]
  shop.put('job.json', JSON.stringify({schema_version: 1, name: 'j', steps}))
  const wanted = [
    ['/steps/0/timeout', 'type'],
    ['/steps/1/id', 'unique'],
    ['/steps/2/needs/0', 'unknown_need'],
  ]
  const run = await shop.ask(['run', 'job.json'])
  assert.equal([run.code, told(run.document.error.issues)], [2, wanted])
  const checked = await shop.ask(['validate', 'job.json'])
  assert.equal([checked.code, told(checked.document.files[0].issues)], [2, wanted])
})

/** Lines with several mistakes, and what must be said of each. */
const LINES: readonly (readonly [string, readonly string[]])[] = [
  // As by variables that are not set: what was meant would not be done, and nobody would see it.
  [
    'eval --suite contract --provider-module= --providers= --dotenv= --metrics-file= --workspace-dir=',
    ['provider-module', 'providers', 'dotenv', 'metrics-file', 'workspace-dir'].map(
      (name) => `--${name} has an empty value`,
    ),
  ],
  [
    'eval --gate g.json --output g.json --dotenv g.json --metrics-file g.json',
    [
      '--output names a file that this command reads',
      '--dotenv names a file that this command reads',
      '--metrics-file names a file that this command reads',
      'there is no file g.json',
    ],
  ],
  ['eval --size hug --n -4', ['--n must be a whole number', 'there is no such size']],
  ['eval --siz small --n abc --seed x', ['unknown flag --siz (Did you mean --size?)', '--n must be', '--seed must be']],
  [
    'eval --format yaml --output a.foo --output none/b.json --label foo --label A=c',
    ['--format must be one of', '--output 1 of 2', '--output 2 of 2', '/label/1: must be', '/label/2: its key must be'],
  ],
  [
    'eval --suite closd-loop --notify ftp://x one two',
    ['--notify is no http', 'Did you mean closed-loop?', 'eval takes no argument, 2 given'],
  ],
  [
    'eval --threshold foo --threshold spl>>1 --gate none.yaml --profile none.toml',
    ['--threshold 1:', '--threshold 2:', '/gate: there is no file none.yaml', '/profile: there is no file none.toml'],
  ],
  [
    'benchmark --operation predct --iterations -1 --duration 5 --preset mock-smok',
    ['--iterations must be', '--duration must be', 'Did you mean mock-smoke?', 'Did you mean predict?'],
  ],
  [
    'benchmark --threshold x --input-file none.yaml --gate none.yaml',
    ['--threshold 1', '/input-file: there is', '/gate: there is'],
  ],
  [
    'runs list --limit -1 --since yesterday --status foo --kind evall --created-to 2026',
    [
      '--limit must be',
      '--since takes',
      '--status takes one of',
      '(Did you mean --kind eval?)',
      '--created-to takes a UTC day',
    ],
  ],
  ['runs list --limit -1 --foo --format jsn', ['--limit must be', 'unknown flag --foo', '--format must be one of']],
  [
    'runs bundle --archive rar --sing=key.pem',
    ['--archive must be one of', 'unknown flag --sing (Did you mean --sign', 'argument run is missing'],
  ],
  ['runs compare --gat x.yaml', ['unknown flag --gat (Did you mean --gate?)', 'argument candidate is missing']],
  ['runs cleanup --keep x --older-than -5', ['--keep must be an integer', '--older-than must be an integer']],
  ['webhook verify --headers a --signature b', ['--headers and --signature contradict', '--body is required']],
  ['node check --mode ful --target none.yaml', ['Did you mean full?', 'there is no file none.yaml']],
  ['completion fsh --quiet=1', ['the argument shell must be one of', '--quiet takes no value']],
]
for (const [line, wanted] of LINES) {
  it(`\`${line}\` tells ${wanted.length} mistakes, and makes nothing`, async () => {
    using shop = workshop()
    const {code, err} = await shop.tell(line.split(' '))
    assert.is(code, 2, err)
    for (const words of wanted) assert.ok(err.includes(words), `${words} is not in:\n${err}`)
    assert.match(err, `error usage: ${wanted.length} things are wrong\n`)
    assert.equal(shop.runs(), [])
  })
}

it('what was given stands below each mistake on the own terminal, and nowhere else', async () => {
  using shop = workshop()
  const line = ['eval', '--size', 'hug', '--n', 'abc', '--output', 'a.foo', '--label', 'bar']
  const {err} = await assay(line, {cwd: shop.root, isTerminal: true})
  for (const given of ['hug', 'abc', 'a.foo', 'bar']) assert.match(err, `\n    given: ${given}\n`)
  const told = await assay([...line, '--format', 'json'], {cwd: shop.root})
  for (const given of ['hug', 'abc', 'a.foo']) assert.not.match(told.out, given)
})

it('an input that the job does not declare is shown on the own terminal, and nowhere else', async () => {
  using shop = workshop()
  shop.put('job.yaml', 'schema_version: 1\nname: j\nsteps:\n  - {id: a, use: exec, with: {argv: ["true"]}}\n')
  const line = ['run', 'job.yaml', '--set', 'speed=1']
  const {code, err} = await assay(line, {cwd: shop.root, isTerminal: true})
  assert.equal([code, shop.runs()], [2, []])
  assert.match(err, 'an input is not declared: the job declares none\n  given: speed\n')
  const told = await assay([...line, '--format', 'json'], {cwd: shop.root})
  assert.not.match(told.out + told.err, 'speed')
})

it('one mistake alone keeps its own code', async () => {
  using shop = workshop()
  const {code, document} = await shop.ask(['eval', '--suite', 'rolout'])
  assert.equal([code, document.error.code, document.error.issues], [2, 'suite_unknown', undefined])
})

it('a job tells the mistakes of every phase, as validate does: keys, needs and what steps ask for', async () => {
  using shop = workshop()
  shop.put(
    'job.yaml',
    `schema_version: 1
name: j
steps:
  - {id: a, use: evall, with: {suite: closed-loop}}
  - {id: b, use: exec, needs: [zz], with: {argv: echo}}
  - {id: c, use: eval, with: {suite: nope}}
`,
  )
  const {code, document} = await shop.ask(['run', 'job.yaml'])
  assert.equal([code, document.error.code, shop.runs()], [2, 'job_invalid', []])
  const places = document.error.issues.map(({pointer}: {pointer: string}) => pointer)
  assert.equal(places, ['/steps/0/use', '/steps/1/needs/0', '/steps/1/with/argv', '/steps/2/with'])
  const {document: plan} = await shop.ask(['run', 'job.yaml', '--plan'])
  assert.equal(plan.error.issues, document.error.issues)
})

it('a job tells those of all steps, each at its key', async () => {
  using shop = workshop()
  shop.put(
    'job.yaml',
    `schema_version: 1
name: j
steps:
  - {id: a, use: eval, with: {suite: [nope], providers: [nope2], env: [nope3]}}
  - {id: b, use: benchmark, with: {operations: [predct], providers: [mok]}}
  - {id: c, use: provider.health, with: {providers: [mok, analitic]}}
`,
  )
  const {code, document} = await shop.ask(['run', 'job.yaml'])
  assert.equal([code, document.error.code, shop.runs()], [2, 'job_invalid', []])
  assert.equal(told(document.error.issues), [
    ['/steps/0/with/env', 'env_unknown'],
    ['/steps/0/with/providers', 'unknown_provider'],
    ['/steps/0/with/suite', 'suite_unknown'],
    ['/steps/1/with/operations', 'operation_unknown'],
    ['/steps/1/with/providers', 'unknown_provider'],
    ['/steps/2/with/providers', 'unknown_provider'],
    ['/steps/2/with/providers', 'unknown_provider'],
  ])
})

it('a job tells every bad pattern and folder of exec, of all steps, and cells that get one name', async () => {
  using shop = workshop()
  shop.put(
    'job.yaml',
    `schema_version: 1
name: j
steps:
  - {id: a, use: exec, with: {argv: ["true"], cwd: nowhere, outputs: ["../*", "fine/*", "[a", "{a", "/etc/*"]}}
  - {id: b, use: exec, with: {argv: ["true"], outputs: ["../*", "/etc/*"]}}
  - {id: c, use: exec, matrix: {x: ["y z", "y_z"]}, with: {argv: ["true"]}}
`,
  )
  const {code, document} = await shop.ask(['run', 'job.yaml'])
  assert.equal([code, document.error.code, shop.runs()], [2, 'job_invalid', []])
  assert.equal(told(document.error.issues), [
    ['/steps/0/with/cwd', 'file_missing'],
    ['/steps/0/with/outputs/0', 'path_unsafe'],
    ['/steps/0/with/outputs/2', 'path_unsafe'],
    ['/steps/0/with/outputs/3', 'path_unsafe'],
    ['/steps/0/with/outputs/4', 'path_unsafe'],
    ['/steps/1/with/outputs/0', 'path_unsafe'],
    ['/steps/1/with/outputs/1', 'path_unsafe'],
    ['/steps/2/matrix', 'unique'],
  ])
})
it('what goes with an option that a contradiction took out of the line is no mistake of its own', async () => {
  const line = ['drills', 'node-away', '--target', 'target.json', '--apply', '--confirm', 'site', '--sham']
  const {code, err} = await assay(line)
  assert.is(code, 2)
  assert.match(err, '--sham')
  assert.not.match(err, 'are for a target that is given')
})

it.run()
